export const SUMMARY_LENGTH = 80;
const DISCOVER_LENGTH = 120;

/** First sentence, cut at a word where it is too long. Never longer than `max`, never two lines. */
export function summarize(description: string, max = SUMMARY_LENGTH): string {
  const sentence = firstSentence(withoutHalfPair(description.slice(0, 2_000)));
  if (sentence.length <= max) return sentence;
  const cut = sentence.slice(0, max - 1);
  const lastSpace = cut.lastIndexOf(' ');
  // A single word longer than half the line has no good place to cut; take it as it comes.
  const atWord = lastSpace > max / 2 ? cut.slice(0, lastSpace) : withoutHalfPair(cut);
  return `${atWord.replace(/[\s,;:.–—-]+$/u, '')}…`;
}

/** What `afd-discover` shows of a description: the first sentence, or 120 characters. */
export function truncateDescription(description: string, max = DISCOVER_LENGTH): string {
  return summarize(description, max);
}

function firstSentence(text: string): string {
  const paragraph = text.trim().split(/\n\s*\n/, 1)[0] ?? '';
  const line = paragraph.replace(/\s+/g, ' ');
  // "e.g. this" is not the end of a sentence: what follows one starts with a capital, a digit or a sign.
  const end = line.search(/(?<!\b(?:e\.g|i\.e|vs|cf|approx|incl))[.!?](?=\s+[^a-z\s])/);
  return (end === -1 ? line : line.slice(0, end)).replace(/\.$/, '');
}

/** A cut between the halves of a surrogate pair leaves an invalid string. */
function withoutHalfPair(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}
