import { TOOL_DEFAULTS, type Tool } from '@foldout/core';
import { z } from 'zod';
import type { NamedServer } from '../names/named-tools.ts';
import { OWN_FOLDER } from './tree-folder.ts';

/** What search needs of the tools, beside the tree, so that a tree can be searched without the servers behind it. */
export const RECORDS_PATH = `${OWN_FOLDER}/tools.json`;

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

export function recordsText(servers: readonly NamedServer[]): string {
  const records = servers.flatMap(({ tools }) => tools.map(({ tool }) => recordOf(tool)));
  return `[\n${records.map((record) => JSON.stringify(record)).join(',\n')}\n]\n`;
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
