import { isIP } from 'node:net';

/** The eight groups of an IPv6 address, however it is written. */
function ipv6Groups(address: string): readonly number[] {
  // The URL parser writes every spelling in one way.
  const text = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1);
  const [before = '', after] = text.split('::');
  const parse = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  if (after === undefined) return parse(before);
  const [head, tail] = [parse(before), parse(after)];
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail];
}

/** The IPv4 address in an IPv6 address: mapped, compatible, NAT64 or 6to4. */
export function embeddedIpv4(address: string): string | undefined {
  const groups = ipv6Groups(address);
  const ipv4 = (high = 0, low = 0): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const isZero = (from: number, to: number): boolean => groups.slice(from, to).every((group) => group === 0);
  if (isZero(0, 5) && (groups[5] === 0xffff || groups[5] === 0)) return ipv4(groups[6], groups[7]);
  if (groups[0] === 0x64 && groups[1] === 0xff9b && isZero(2, 6)) return ipv4(groups[6], groups[7]);
  return groups[0] === 0x2002 ? ipv4(groups[1], groups[2]) : undefined;
}

/** What limits are counted by: an IPv4 address, or the /64 network of an IPv6 address, which one client usually controls. */
export function networkOf(address: string): string {
  if (isIP(address.split('%', 1)[0] ?? '') !== 6) return address;
  const groups = ipv6Groups(address);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) return embeddedIpv4(address) ?? address;
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}
