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
const commandOf = new WeakMap<object, Command>();

/**
 * One getter for all tools. With a closure each, every tool would be an object of a shape of its own,
 * and a walk over 10,000 shapes takes V8 many times as long as one over 10,000 objects of one shape.
 */
const INPUT_SCHEMA = {
  enumerable: true,
  get(this: object): JsonSchema {
    const input = commandOf.get(this)?.input;
    return input ? convert(input, 'input') : NO_INPUT;
  },
};
const OUTPUT_SCHEMA = {
  enumerable: true,
  get(this: object): JsonSchema | undefined {
    const output = commandOf.get(this)?.output;
    return output && convert(output, 'output');
  },
};

export function exposureOf(command: Command): Exposure {
  return { ...DEFAULT_EXPOSURE, ...command.expose };
}

export function categoryOf(command: Command): string {
  return command.category || deriveCategory(command.name);
}

/** What a tool has only where its command does. */
const OPTIONAL = [
  'title',
  'confirmPrompt',
  'executionTime',
  'handoffProtocol',
  'version',
  'annotations',
  'core',
  'alwaysAvailable',
] as const;

/**
 * A command as an entry of the catalog. Its schemas are converted when first asked for, and once.
 * Written out field by field, so that all tools have one shape (see `INPUT_SCHEMA`).
 */
export function toolOfCommand(command: Command, server: string): Tool {
  const tool = {
    id: `${server}/${command.name}`,
    server,
    name: command.name,
    summary: command.summary ?? summarize(command.description),
    description: command.description,
    category: categoryOf(command),
    tags: command.tags ?? [],
    aliases: command.aliases ?? [],
    examples: command.examples ?? [],
    relatedTools: command.relatedTools ?? [],
    enabled: command.enabled ?? true,
    deprecated: Boolean(command.deprecated),
    mutation: command.mutation ?? command.destructive ?? false,
    destructive: command.destructive ?? false,
    errors: command.errors ?? [],
    handoff: command.handoff ?? false,
    expose: exposureOf(command),
    contexts: command.contexts ?? [],
    requires: command.requires ?? [],
  };
  commandOf.set(tool, command);
  Object.defineProperty(tool, 'inputSchema', INPUT_SCHEMA);
  if (command.output) Object.defineProperty(tool, 'outputSchema', OUTPUT_SCHEMA);
  if (typeof command.deprecated === 'string') Object.assign(tool, { deprecationMessage: command.deprecated });
  for (const key of OPTIONAL) if (command[key] !== undefined) Object.assign(tool, { [key]: command[key] });
  return tool as typeof tool & Pick<Tool, 'inputSchema'>;
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
