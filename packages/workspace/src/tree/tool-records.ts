import type { Tool } from '@foldout/core';
import { TOOL_DEFAULTS } from '@foldout/core/internal';
import { z } from 'zod';
import type { NamedServer } from '../names/named-tools.ts';
import { hashOf } from './content-hash.ts';
import { RECORDS_PATH } from './manifest.ts';
import type { TreeFile } from './tree-plan.ts';

const recordShape = z.object({
  server: z.string(),
  name: z.string(),
  title: z.string().optional(),
  summary: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  aliases: z.array(z.string()),
  deprecated: z.boolean(),
  inputSchema: z.record(z.string(), z.unknown()),
});

function recordsText(servers: readonly NamedServer[]): string {
  const records = servers.flatMap(({ tools }) => tools.map(({ tool }) => recordOf(tool)));
  return `[\n${records.map((record) => JSON.stringify(record)).join(',\n')}\n]\n`;
}

/** The records file. Its input hash covers the input hashes of the tool files and the fields that only search uses. */
export function recordsFile(servers: readonly NamedServer[], files: readonly TreeFile[]): TreeFile {
  const text = (): string => recordsText(servers);
  const inputHash = (): string => {
    const others = servers.flatMap(({ tools }) =>
      tools.map(({ tool: { title, category, tags, aliases } }) => [title, category, tags, aliases]),
    );
    const shape = Object.keys(recordShape.shape);
    return hashOf(JSON.stringify([shape, files.map((file) => file.inputHash?.()), others]));
  };
  return { path: RECORDS_PATH, text, inputHash };
}

/** The tools for search, with defaults for all other fields. Undefined if the text is not valid. */
export function parseRecords(text: string): Tool[] | undefined {
  try {
    return z
      .array(recordShape)
      .parse(JSON.parse(text))
      .map(({ title, ...record }) => ({
        ...TOOL_DEFAULTS,
        ...record,
        ...(title !== undefined && { title }),
        id: `${record.server}/${record.name}`,
      }));
  } catch {
    return undefined;
  }
}

function recordOf(tool: Tool): z.infer<typeof recordShape> {
  const { server, name, title, summary, description, category, tags, aliases, deprecated, inputSchema } = tool;
  const record = { server, name, summary, description, category, deprecated, inputSchema: { ...inputSchema } };
  return { ...record, tags: [...tags], aliases: [...aliases], ...(title !== undefined && { title }) };
}
