import type { JsonObject, Tool } from '@foldout/core';
import { contentHash, definitionHash, propertiesOf } from '@foldout/core/internal';

const PART_HASH_LENGTH = 12;
const PARTS = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;
/** The noun after the count in a report, such as "3 words". Parts without a unit are reported without a count. */
const UNITS: Partial<Record<(typeof PARTS)[number], string>> = { description: 'word', inputSchema: 'parameter' };

/**
 * A fingerprint of everything in a definition that a client receives: the hash of the definition, then a short hash and the
 * size of each part. The parts let `changesSince` describe a change without the old text. `more`: the fields that the
 * definition hash does not cover; only with them, the fingerprint has one more part.
 */
export function fingerprintOf(tool: Tool, more?: JsonObject): string {
  const parts = PARTS.map((part) => {
    const size = part === 'description' ? wordsIn(tool.description) : propertiesOf(tool.inputSchema).length;
    return `${contentHash(tool[part] ?? null).slice(0, PART_HASH_LENGTH)}${UNITS[part] ? `/${size}` : ''}`;
  });
  return [definitionHash(tool), ...parts, ...(more ? [contentHash(more)] : [])].join(' ');
}

/** Whether the fields of the catalog are the approved ones. Does not read the schema of a tool whose hash is cached. */
export function isApproved(tool: Tool, fingerprint: string): boolean {
  return fingerprint.split(' ', 1)[0] === definitionHash(tool);
}

/** Whether the other fields are the approved ones. */
export function coversOthers(fingerprint: string, more: JsonObject | undefined): boolean {
  return fingerprint.split(' ')[PARTS.length + 1] === (more && contentHash(more));
}

/** One line for each part that has changed. The lines hold only counts, so no text of the server gets into a log. */
export function changesSince(fingerprint: string, tool: Tool, more?: JsonObject): string[] {
  const before = fingerprint.split(' ').slice(1);
  const now = fingerprintOf(tool, more).split(' ').slice(1);
  const lines = PARTS.flatMap((part, i) => {
    const [was, is] = [before[i] ?? '', now[i] ?? ''];
    return was === '' || was === is ? [] : [`${part}: ${describeChange(was, is, UNITS[part])}`];
  });
  if (before.length >= PARTS.length && before[PARTS.length] !== now[PARTS.length]) lines.push('other fields: changed');
  return lines.length > 0 ? lines : ['definition: changed'];
}

function describeChange(was: string, is: string, unit: string | undefined): string {
  const [before, now] = [was, is].map((part) => Number(part.split('/')[1]));
  if (!unit || before === undefined || now === undefined || !Number.isFinite(before + now)) return 'changed';
  const difference = now - before;
  if (difference === 0) return `rewritten, still ${count(now, unit)}`;
  return `${count(Math.abs(difference), unit)} ${difference > 0 ? 'added' : 'removed'} (${before} → ${now})`;
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}
