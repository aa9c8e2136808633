const NAME_IN_TEXT = /[\p{L}\p{N}][\p{L}\p{N}_./:-]*/gu;
const TRAILING_SEPARATORS = /[./:-]+$/;
const BEYOND_ASCII = /[^\0-\x7f]/;

/** Told where something stands that may be a name, and how it reads in lower case. */
export type OnWritten = (at: number, end: number, lower: string) => void;

/** Everything in a text that is written like a name: without a space, punctuation at its end left out. */
export function eachWritten(text: string, onWritten: OnWritten): void {
  if (!BEYOND_ASCII.test(text)) {
    eachWrittenPlain(text, onWritten);
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

/** What a character of plain text is to a name; 0: it ends one. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-zA-Z0-9]/.test(character)) return LETTER;
  if (/[./:-]/.test(character)) return SEPARATOR;
  return character === '_' ? UNDERSCORE : 0;
});

/** The same for plain text, which is nearly all: a walk over its letters is several times quicker. */
function eachWrittenPlain(text: string, onWritten: OnWritten): void {
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
