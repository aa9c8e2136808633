export const SUMMARY_LENGTH = 80;
const DISCOVER_LENGTH = 120;

/** The first sentence on one line, cut at a word boundary to at most `max` characters. */
export function summarize(description: string, max = SUMMARY_LENGTH): string {
  const sentence = firstSentence(withoutHalfPair(description.slice(0, 2_000)));
  if (sentence.length <= max) return sentence;
  const cut = sentence.slice(0, max - 1);
  const lastSpace = cut.lastIndexOf(' ');
  // Without a space in the second half, cut inside the word.
  const atWord = lastSpace > max / 2 ? cut.slice(0, lastSpace) : withoutHalfPair(cut);
  return `${atWord.replace(/[\s,;:.–—-]+$/u, '')}…`;
}

/** The first sentence for `afd-discover` (`afd` stands for agent-first development), at most 120 characters. */
export function truncateDescription(description: string, max = DISCOVER_LENGTH): string {
  return summarize(description, max);
}

function firstSentence(text: string): string {
  const paragraph = text.trim().split(/\n\s*\n/, 1)[0] ?? '';
  const line = paragraph.replace(/\s+/g, ' ');
  // A sentence ends before a capital letter, a digit or a symbol; "e.g. this" is not an end.
  const end = line.search(/(?<!\b(?:e\.g|i\.e|vs|cf|approx|incl))[.!?](?=\s+[^a-z\s])/);
  return (end === -1 ? line : line.slice(0, end)).replace(/\.$/, '');
}

/** Removes a lone surrogate at the end: a cut inside a surrogate pair leaves an invalid string. */
function withoutHalfPair(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}
