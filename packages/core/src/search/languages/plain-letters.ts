const ARABIC_VARIANTS: readonly (readonly [RegExp, string])[] = [
  // Vowel signs and the stretching stroke.
  [/[\u064b-\u065f\u0670\u0640]/g, ''],
  [/[أإآٱ]/g, 'ا'],
  [/ى/g, 'ي'],
  [/ة/g, 'ه'],
  [/ؤ/g, 'و'],
  [/ئ/g, 'ي'],
];

/** Lower case without accents, and one spelling for the Arabic letters that people write in several ways. */
export function plainLetters(text: string): string {
  let plain = text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/ß/g, 'ss')
    .replace(/œ/g, 'oe');
  if (/[\u0600-\u06ff]/.test(plain)) for (const [from, to] of ARABIC_VARIANTS) plain = plain.replace(from, to);
  return plain;
}
