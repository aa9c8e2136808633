/** Reading Markdown for what matters in it, by pattern: no model is asked. */

const LONGEST = 240;
const OPEN_TASK = /^\s*(?:[-*+]|\d+\.)\s+\[ \]\s+(.+)$/;
const DONE_TASK = /^\s*(?:[-*+]|\d+\.)\s+\[[xX]\]\s+(.+)$/;
const LABELLED =
  /^\s*(?:[-*+]\s+)?(?:\*\*)?(?:todo|action|action item|next|next step|fixme|follow-up)(?:\*\*)?\s*:\s*(.+)$/i;
const ASKING = /\b(?:please|can you|could you|need(?:s)? to|must|have to|remember to)\b/i;
const TELLING =
  /\b(?:decided|decision|agreed|because|blocked|blocker|root cause|fixed|done|merged|deployed|plan is|instead of|breaking|deadline)\b/i;
const COMMON = new Set(
  'about after again also been before being could does doing each from have here into just like more most only other over should some such than that their them then there these they this those through under very want were what when where which while will with would your'.split(
    ' ',
  ),
);

export interface Task {
  readonly text: string;
  readonly done: boolean;
}

/** What somebody has to do: check boxes, "TODO:" lines, and sentences that ask. */
export function tasksIn(markdown: string): Task[] {
  return proseLines(markdown).flatMap((line): Task[] => {
    const done = DONE_TASK.exec(line)?.[1];
    if (done) return [{ text: shorten(done), done: true }];
    const open = OPEN_TASK.exec(line)?.[1] ?? LABELLED.exec(line)?.[1];
    if (open) return [{ text: shorten(open), done: false }];
    return sentencesOf(line)
      .filter((sentence) => ASKING.test(sentence))
      .map((sentence) => ({ text: shorten(sentence), done: false }));
  });
}

export function mentionsIn(markdown: string): string[] {
  const text = proseLines(markdown).join('\n');
  return [...text.matchAll(/(?<![\w`/])@([A-Za-z][A-Za-z0-9]{1,39})\b/g)].map(([, name = '']) => name);
}

/** The sentences that carry most of what was said often, or that say a decision, in the order they were written. */
export function keySentences(texts: readonly string[], limit: number): string[] {
  const sentences = [...new Set(texts.flatMap((text) => proseLines(text).flatMap(sentencesOf)))];
  const counts = new Map<string, number>();
  for (const word of sentences.flatMap(wordsOf)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const scored = sentences.map((sentence, position) => {
    const words = wordsOf(sentence);
    const weight = words.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0) / Math.max(8, words.length);
    return { sentence, position, score: weight + (TELLING.test(sentence) ? 2 : 0), words: words.length };
  });
  return scored
    .filter(({ words }) => words >= 3)
    .sort((a, b) => b.score - a.score || a.position - b.position)
    .slice(0, limit)
    .sort((a, b) => a.position - b.position)
    .map(({ sentence }) => shorten(sentence));
}

/** Without code blocks, quotes and headings. */
function proseLines(markdown: string): string[] {
  let inCode = false;
  return markdown.split('\n').filter((line) => {
    const fence = line.trimStart().startsWith('```');
    if (fence) inCode = !inCode;
    return !fence && !inCode && line.trim() !== '' && !/^\s*(?:>|#)/.test(line);
  });
}

function sentencesOf(line: string): string[] {
  const plain = line.replace(/^\s*(?:[-*+]|\d+\.)\s+(?:\[[ xX]\]\s+)?/, '');
  return plain
    .split(/(?<=[.!?])\s+/)
    .map((sentence) => sentence.trim())
    .filter(Boolean);
}

function wordsOf(sentence: string): string[] {
  const words = sentence.toLowerCase().match(/[\p{L}\p{N}_]{4,}/gu) ?? [];
  return words.filter((word) => !COMMON.has(word));
}

function shorten(text: string): string {
  const line = text.trim();
  if (line.length <= LONGEST) return line;
  const cut = line.slice(0, LONGEST - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), LONGEST / 2))}…`;
}
