const LOOPBACK = /^(localhost|::1|127(\.\d{1,3}){3})$/;

/** Whether only this machine can reach a host. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}
