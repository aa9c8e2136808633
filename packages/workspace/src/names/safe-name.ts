/** Names that Windows keeps for devices, whatever extension follows. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\..*)?$/i;
const LONGEST_BYTES = 255;

/** Whether a name is a plain file name on every file system: one segment, no device, nothing that is read as a path. */
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
