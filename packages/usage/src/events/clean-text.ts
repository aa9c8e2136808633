const LONGEST = 200;
/** What is written down of a failure is its code; anything else may hold a piece of a result. */
const CODE = /^[A-Z][A-Z0-9_]{0,63}$/;

/** Names come from servers and clients: bounded, and without what a database or a terminal would choke on. */
export function cleanText(text: string, longest = LONGEST): string {
  const cut = text.length > longest ? text.slice(0, longest) : text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return PLAIN.test(cut) ? cut : cut.replace(/[\u0000-\u001f\u007f]|\p{Surrogate}/gu, '\uFFFD');
}

/** Most names need no more than a look. */
const PLAIN = /^[\x20-\x7e]*$/;

export function cleanCode(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  return CODE.test(code) ? code : 'OTHER';
}
