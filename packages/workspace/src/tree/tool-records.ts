import { TOOL_DEFAULTS, type Tool } from '@foldout/core';
import { z } from 'zod';
import type { NamedServer } from '../names/named-tools.ts';
import { hashOf, RECORDS_PATH } from './manifest.ts';
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

/** The records as a file of the tree. What its text is made of is in the marks of the tools' files, but for a little. */
export function recordsFile(servers: readonly NamedServer[], files: readonly TreeFile[]): TreeFile {
  const text = (): string => recordsText(servers);
  const mark = (): string => {
    const others = servers.flatMap(({ tools }) =>
      tools.map(({ tool: { title, category, tags, aliases } }) => [title, category, tags, aliases]),
    );
    const shape = Object.keys(recordShape.shape);
    return hashOf(JSON.stringify([shape, files.map((file) => file.mark?.()), others]));
  };
  return { path: RECORDS_PATH, text, mark };
}

/** Tools to be found; they say nothing of how they are run. Undefined where the text is none of ours. */
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
