/** Longer runs of letters, such as base64 data, are dropped. */
const LONGEST_WORD = 40;
const IDEOGRAPHS = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;
const RUNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[\p{L}\p{N}]+/gu;
/** `sha256` is also indexed as `sha`. */
const LETTERS_THEN_DIGITS = /^([a-z]{3,})\d+$/;

/**
 * Splits text into words in lower case. Identifiers are split at separators and at changes of case, accents are dropped,
 * and scripts without spaces become overlapping bigrams.
 */
export function splitWords(text: string): string[] {
  return isPlain(text) ? splitPlain(text) : splitUnicode(text);
}

function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const APOSTROPHE = 4;

/**
 * Character class of each ASCII code. Almost all text is ASCII, and one pass with this table is several times faster
 * than Unicode regular expressions.
 */
const CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 65 && code <= 90) return UPPER;
  if (code >= 48 && code <= 57) return DIGIT;
  return code === 39 ? APOSTROPHE : 0;
});

function splitPlain(text: string): string[] {
  const words: string[] = [];
  const lower = text.toLowerCase();
  let start = -1;
  let previous = 0;
  for (let i = 0; i < text.length; i++) {
    const kind = CLASSES[text.charCodeAt(i)] ?? 0;
    if (kind === 0 || kind === APOSTROPHE) {
      if (start >= 0) addWord(words, lower.slice(start, i));
      start = -1;
      // Drops the letters after an apostrophe: "user's" becomes "user", "don't" becomes "don".
      if (kind === APOSTROPHE && (previous === LOWER || previous === UPPER)) i = endOfWord(text, i + 1) - 1;
    } else if (start < 0) {
      start = i;
    } else if (kind === UPPER && (previous !== UPPER || isLower(text, i + 1))) {
      // `getURL` → get URL; `URLParser` → URL Parser, but `APIs` stays one word.
      if (previous !== UPPER || !isPluralEnd(text, i)) {
        addWord(words, lower.slice(start, i));
        start = i;
      }
    }
    previous = kind;
  }
  if (start >= 0) addWord(words, lower.slice(start));
  return words;
}

function endOfWord(text: string, from: number): number {
  let end = from;
  while (end < text.length && CLASSES[text.charCodeAt(end)] === LOWER) end++;
  // Endings after an apostrophe ("'s", "'ll") have at most two letters. More letters are a quoted word, which is kept.
  return end - from <= 2 ? end : from;
}

function isLower(text: string, index: number): boolean {
  return CLASSES[text.charCodeAt(index)] === LOWER;
}

function isPluralEnd(text: string, index: number): boolean {
  return text[index + 1] === 's' && !isLower(text, index + 2);
}

function splitUnicode(text: string): string[] {
  const spaced = text
    .normalize('NFKC')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}(?!s(?!\p{Ll}))\p{Ll})/gu, '$1 $2')
    .replace(/(?<=\p{L})['’]\p{Ll}{1,2}(?!\p{Ll})/gu, ' ')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/ß/g, 'ss');
  const words: string[] = [];
  for (const run of spaced.match(RUNS) ?? []) {
    if (IDEOGRAPHS.test(run)) addBigrams(words, run);
    else addWord(words, run);
  }
  return words;
}

function addBigrams(words: string[], run: string): void {
  const letters = [...run];
  if (letters.length === 1) words.push(run);
  for (let i = 0; i + 1 < letters.length; i++) words.push(`${letters[i]}${letters[i + 1]}`);
}

function addWord(words: string[], word: string): void {
  if (word.length > LONGEST_WORD) return;
  words.push(word);
  const last = word.charCodeAt(word.length - 1);
  if (last >= 48 && last <= 57) {
    const letters = LETTERS_THEN_DIGITS.exec(word)?.[1];
    if (letters) words.push(letters);
  }
}
