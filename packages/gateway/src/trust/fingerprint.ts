import { contentHash, definitionHash, propertiesOf, type Tool } from '@foldout/core';

const PART = 12;
const PARTS = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;
/** What is counted in a part, to say how much it has changed. */
const COUNTED: Partial<Record<(typeof PARTS)[number], string>> = { description: 'word', inputSchema: 'parameter' };

/**
 * Stands for everything in a definition that can steer a model. The first word is the hash that decides; the others
 * hold a short hash of each part and its size, so that a change can be told without the old text.
 */
export function fingerprintOf(tool: Tool): string {
  const parts = PARTS.map((part) => {
    const size = part === 'description' ? wordsIn(tool.description) : propertiesOf(tool.inputSchema).length;
    return `${contentHash(tool[part] ?? null).slice(0, PART)}${COUNTED[part] ? `/${size}` : ''}`;
  });
  return [definitionHash(tool), ...parts].join(' ');
}

/** Whether a tool is what was approved. Reads no schema of a tool whose hash is known. */
export function isApproved(tool: Tool, fingerprint: string): boolean {
  return fingerprint.split(' ', 1)[0] === definitionHash(tool);
}

/** What is different now, a line for each part. Made of numbers: nothing that the server wrote is in it. */
export function changesSince(fingerprint: string, tool: Tool): string[] {
  const before = fingerprint.split(' ').slice(1);
  const now = fingerprintOf(tool).split(' ').slice(1);
  const lines = PARTS.flatMap((part, i) => {
    const [was, is] = [before[i] ?? '', now[i] ?? ''];
    return was === '' || was === is ? [] : [`${part}: ${describe(was, is, COUNTED[part])}`];
  });
  return lines.length > 0 ? lines : ['definition: changed'];
}

function describe(was: string, is: string, unit: string | undefined): string {
  const [before, now] = [was, is].map((part) => Number(part.split('/')[1]));
  if (!unit || before === undefined || now === undefined || !Number.isFinite(before + now)) return 'changed';
  const difference = now - before;
  if (difference === 0) return `rewritten, ${count(now, unit)} as before`;
  return `${count(Math.abs(difference), unit)} ${difference > 0 ? 'added' : 'removed'} (${before} → ${now})`;
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}
