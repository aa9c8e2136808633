import type { Command, CommandSchema } from './define-command.ts';
import type { JsonSchema } from './json.ts';
import { summarize } from './summary.ts';
import { deriveCategory, type Exposure, type Tool } from './tool.ts';

const DEFAULT_EXPOSURE: Exposure = { palette: true, agent: true, cli: true, mcp: false };
const NO_INPUT: JsonSchema = { type: 'object', properties: {} };
/** Zod throws on what JSON Schema has no word for, such as a date; one such field would fail every listing. */
const CONVERSION = { target: 'draft-2020-12', libraryOptions: { unrepresentable: 'any' } } as const;
/** What `fromJsonSchema` of the MCP SDK names itself: its author wrote JSON Schema, and every word of it stays. */
const WRITTEN_BY_HAND = 'mcp';
const converted = new WeakMap<CommandSchema, { input?: JsonSchema; output?: JsonSchema }>();

export function exposureOf(command: Command): Exposure {
  return { ...DEFAULT_EXPOSURE, ...command.expose };
}

export function categoryOf(command: Command): string {
  return command.category || deriveCategory(command.name);
}

/** A command as an entry of the catalog. Its schemas are converted when first asked for, and once. */
export function toolOfCommand(command: Command, server: string): Tool {
  const { input, output, handler: _handler, deprecated, ...rest } = command;
  const tool = {
    ...rest,
    id: `${server}/${command.name}`,
    server,
    summary: command.summary ?? summarize(command.description),
    category: categoryOf(command),
    tags: command.tags ?? [],
    aliases: command.aliases ?? [],
    examples: command.examples ?? [],
    relatedTools: command.relatedTools ?? [],
    enabled: command.enabled ?? true,
    deprecated: Boolean(deprecated),
    ...(typeof deprecated === 'string' && { deprecationMessage: deprecated }),
    mutation: command.mutation ?? command.destructive ?? false,
    destructive: command.destructive ?? false,
    errors: command.errors ?? [],
    handoff: command.handoff ?? false,
    expose: exposureOf(command),
    contexts: command.contexts ?? [],
    requires: command.requires ?? [],
    get inputSchema(): JsonSchema {
      return input ? convert(input, 'input') : NO_INPUT;
    },
  };
  if (output) Object.defineProperty(tool, 'outputSchema', { enumerable: true, get: () => convert(output, 'output') });
  return tool;
}

function convert(schema: CommandSchema, direction: 'input' | 'output'): JsonSchema {
  const known = converted.get(schema) ?? {};
  converted.set(schema, known);
  if (known[direction]) return known[direction];
  const { vendor, jsonSchema } = schema['~standard'];
  const written = jsonSchema[direction](CONVERSION);
  known[direction] = vendor === WRITTEN_BY_HAND ? written : withoutDialect(written);
  return known[direction];
}

/** A library names the dialect, which is the protocol's default, in all it writes; the line costs tokens in every listing. */
function withoutDialect({ $schema: _dialect, ...schema }: Record<string, unknown>): JsonSchema {
  return schema;
}
