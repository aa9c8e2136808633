import { commentText, riskOf, summarize } from '@foldout/core/internal';
import type { ToolFields } from './tool-fields.ts';

const DESCRIPTION_CHARS = 10_000;
const EXAMPLES = 2;
const EXAMPLE_CHARS = 600;

/** The summary comes first, so that it is within the first 500 bytes of the file. */
export function headLines(tool: ToolFields): string[] {
  const summary = commentText(summarize(tool.summary || tool.description)) || commentText(tool.name);
  const sections = [[summary], restOfDescription(tool, summary), remarks(tool)].filter((lines) => lines.length > 0);
  return sections.flatMap((section, index) => (index === 0 ? section : ['', ...section]));
}

/** What a server says about its tools as a whole, for the comment of its index. Empty if it says nothing. */
export function instructionLines(instructions: string | undefined): string[] {
  if (!instructions) return [];
  return ['', 'Instructions of the server:', '', ...instructions.split(/\r?\n/).map(commentText)];
}

/** The description without the summary, which is usually its first sentence. */
function restOfDescription({ description }: ToolFields, summary: string): string[] {
  const lines = description.slice(0, DESCRIPTION_CHARS).split(/\r?\n/).map(commentText);
  const text = withoutStart(lines, summary)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return text === '' ? [] : text.split('\n');
}

/** Removes `start` from the beginning of the lines, even if line breaks split it. Returns all lines if they do not start with it. */
function withoutStart(lines: readonly string[], start: string): readonly string[] {
  let rest = start;
  for (const [index, line] of lines.entries()) {
    if (line.startsWith(rest)) return [line.slice(rest.length).replace(/^[\s.]+/, ''), ...lines.slice(index + 1)];
    if (line === '' || !rest.startsWith(line)) return lines;
    rest = rest.slice(line.length).trimStart();
  }
  return lines;
}

function remarks(tool: ToolFields): string[] {
  const examples = tool.examples.slice(0, EXAMPLES).map(({ title, input }) => `${title}: ${JSON.stringify(input)}`);
  return [
    riskRemark(tool),
    ...(tool.requires.length > 0 ? [`Call first: ${tool.requires.join(', ')}.`] : []),
    ...examples.filter((example) => example.length <= EXAMPLE_CHARS).map((example) => `Example: ${example}`),
  ].map(commentText);
}

/** A script that runs without `--yes`, or through `afd-call-write`, cannot call what can destroy data. */
function riskRemark(tool: ToolFields): string {
  if (tool.destructive || tool.annotations?.destructiveHint === true || tool.confirmPrompt) return 'Can destroy data.';
  if (tool.effects === 'undeclared') return 'May change data: it does not say.';
  return riskOf(tool) === 'read' ? 'Reads only.' : 'Changes data.';
}
