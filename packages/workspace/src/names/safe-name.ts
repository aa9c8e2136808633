/** Device names that Windows reserves, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\..*)?$/i;
const LONGEST_BYTES = 255;

/** Whether a name is a valid file name on every file system: one path segment, no device name. */
export function isPlainFileName(name: string): boolean {
  return (
    name !== '' &&
    name !== '.' &&
    name !== '..' &&
    Buffer.byteLength(name) <= LONGEST_BYTES &&
    !/[\p{Cc}/\\:*?"<>|]/u.test(name) &&
    !/[. ]$/.test(name) &&
    !isDevice(name)
  );
}

export function isDevice(name: string): boolean {
  return DEVICE.test(name);
}
