const LONGEST = 200;
/** Only well-formed error codes are stored; any other text may contain part of a result. */
const CODE = /^[A-Z][A-Z0-9_]{0,63}$/;

/** Truncates a name from a server or client, and replaces control characters and lone surrogates. */
export function cleanText(text: string, longest = LONGEST): string {
  const cut = text.slice(0, longest);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
  return PLAIN.test(cut) ? cut : cut.replace(/[\u0000-\u001f\u007f]|\p{Surrogate}/gu, '\uFFFD');
}

/** Fast path: most names are printable ASCII. */
const PLAIN = /^[\x20-\x7e]*$/;

export function cleanCode(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  return CODE.test(code) ? code : 'OTHER';
}
