import type { Command, CommandSchema } from './define-command.ts';
import type { JsonSchema } from './json.ts';
import { summarize } from './summary.ts';
import { deriveCategory, type Exposure, type Tool } from './tool.ts';

const DEFAULT_EXPOSURE: Exposure = { palette: true, agent: true, cli: true, mcp: false };
const NO_INPUT: JsonSchema = { type: 'object', properties: {} };
/** By default, Zod throws on types that JSON Schema cannot express, such as a date: one such field would fail every list. */
const CONVERSION = { target: 'draft-2020-12', libraryOptions: { unrepresentable: 'any' } } as const;
/** Vendor name of `fromJsonSchema` in the MCP SDK. The command's author wrote that schema, so it is listed unchanged. */
const WRITTEN_BY_HAND = 'mcp';
const converted = new WeakMap<CommandSchema, { input?: JsonSchema; output?: JsonSchema }>();
const commandOf = new WeakMap<object, Command>();

/**
 * All tools share this getter. With a closure each, every tool would have its own shape (V8 hidden class), and iterating
 * over 10,000 shapes is many times slower than over 10,000 objects of one shape.
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

/** Fields that a tool has only if its command has them. */
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
 * Converts a command to a tool of the catalog. Schemas are converted when they are first read.
 * Written field by field, so that all tools have one shape (see `INPUT_SCHEMA`).
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
    ...effectsOf(command),
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
  if (isUndeclared(command)) Object.assign(tool, { effects: 'undeclared' });
  for (const key of OPTIONAL) if (command[key] !== undefined) Object.assign(tool, { [key]: command[key] });
  return tool as typeof tool & Pick<Tool, 'inputSchema'>;
}

/**
 * What a command declares about its effects, in its own fields and in its MCP annotations. Of two declarations that
 * contradict each other, the higher risk counts. The defaults of annotations are those of MCP: a tool that is not
 * read-only may destroy data.
 */
function effectsOf({ mutation, destructive, annotations = {} }: Command): Pick<Tool, 'mutation' | 'destructive'> {
  const { readOnlyHint, destructiveHint } = annotations;
  const hinted = readOnlyHint !== undefined || destructiveHint !== undefined;
  const changes = hinted && readOnlyHint !== true;
  const isOpen = mutation === undefined && destructive === undefined;
  const destroys = destructive === true || (changes && (destructiveHint ?? isOpen));
  return { mutation: mutation === true || destroys || changes, destructive: destroys };
}

function isUndeclared({ mutation, destructive, annotations = {} }: Command): boolean {
  const { readOnlyHint, destructiveHint } = annotations;
  // `destructive: false` alone does not say that the command only reads.
  return !destructive && [mutation, readOnlyHint, destructiveHint].every((declared) => declared === undefined);
}

/** The JSON Schema of an input, converted once per schema object. */
export function inputSchemaOf(schema: CommandSchema): JsonSchema {
  return convert(schema, 'input');
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

/** Removes `$schema`: it names the default dialect of MCP and costs tokens in every list. */
function withoutDialect({ $schema: _dialect, ...schema }: Record<string, unknown>): JsonSchema {
  return schema;
}
