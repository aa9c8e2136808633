const NAME_IN_TEXT = /[\p{L}\p{N}][\p{L}\p{N}_./:-]*/gu;
const TRAILING_SEPARATORS = /[./:-]+$/;
const BEYOND_ASCII = /[^\0-\x7f]/;

/** Called for each possible name, with its range in the text and its lower-case form. */
export type OnWritten = (at: number, end: number, lower: string) => void;

/** Calls `onWritten` for every token that may be a name: no spaces inside, no punctuation at its end. */
export function eachWritten(text: string, onWritten: OnWritten): void {
  if (!BEYOND_ASCII.test(text)) {
    eachWrittenAscii(text, onWritten);
    return;
  }
  for (const match of text.matchAll(NAME_IN_TEXT)) {
    const name = match[0].replace(TRAILING_SEPARATORS, '');
    onWritten(match.index, match.index + name.length, name.toLowerCase());
  }
}

const LETTER = 1;
const SEPARATOR = 2;
const UNDERSCORE = 3;

/** Character class of each ASCII code. A character of class 0 ends a name. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-zA-Z0-9]/.test(character)) return LETTER;
  if (/[./:-]/.test(character)) return SEPARATOR;
  return character === '_' ? UNDERSCORE : 0;
});

/** `eachWritten` for ASCII text, which almost all text is: a loop is several times faster than a regular expression. */
function eachWrittenAscii(text: string, onWritten: OnWritten): void {
  const lower = text.toLowerCase();
  for (let at = 0; at < text.length; at++) {
    if (kindAt(text, at) !== LETTER) continue;
    let next = at + 1;
    while (next < text.length && kindAt(text, next) !== 0) next++;
    let end = next;
    while (kindAt(text, end - 1) === SEPARATOR) end--;
    onWritten(at, end, lower.slice(at, end));
    at = next;
  }
}

function kindAt(text: string, at: number): number {
  return KINDS[text.charCodeAt(at)] ?? 0;
}
