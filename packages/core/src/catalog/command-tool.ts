import { convertOrAny } from './command-schema.ts';
import type { Command } from './define-command.ts';
import type { JsonSchema } from './json.ts';
import { summarize } from './summary.ts';
import { deriveCategory, type Exposure, type Tool, type ToolAnnotations } from './tool.ts';

const DEFAULT_EXPOSURE: Exposure = { palette: true, agent: true, cli: true, mcp: false };
const NONE: readonly never[] = Object.freeze([]);
const NO_HINTS: ToolAnnotations = {};
const NO_INPUT: JsonSchema = { type: 'object', properties: {} };
const commandOf = new WeakMap<object, Command>();

/**
 * All tools share this getter. With a closure each, every tool would have its own shape (V8 hidden class), and iterating
 * over 10,000 shapes is many times slower than over 10,000 objects of one shape.
 */
const INPUT_SCHEMA = {
  enumerable: true,
  get(this: object): JsonSchema {
    const input = commandOf.get(this)?.input;
    return input ? convertOrAny(input, 'input') : NO_INPUT;
  },
};
const OUTPUT_SCHEMA = {
  enumerable: true,
  get(this: object): JsonSchema | undefined {
    const output = commandOf.get(this)?.output;
    return output && convertOrAny(output, 'output');
  },
};

export function exposureOf({ expose }: Command): Exposure {
  return expose ? { ...DEFAULT_EXPOSURE, ...expose } : DEFAULT_EXPOSURE;
}

export function categoryOf(command: Command): string {
  return command.category || deriveCategory(command.name);
}

interface Effects extends Pick<Tool, 'mutation' | 'destructive'> {
  /** Nothing is declared: the command may change data. */
  readonly undeclared: boolean;
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
 * Written field by field, without a spread, so that all tools have one shape (see `INPUT_SCHEMA`): a server with 100,000
 * commands runs this 100,000 times.
 */
export function toolOfCommand(command: Command, server: string): Tool {
  const { name, description } = command;
  const effects = effectsOf(command);
  const tool: Omit<Tool, 'inputSchema'> = {
    id: `${server}/${name}`,
    server,
    name,
    summary: command.summary ?? summarize(description),
    description,
    category: categoryOf(command),
    tags: command.tags ?? NONE,
    aliases: command.aliases ?? NONE,
    examples: command.examples ?? NONE,
    relatedTools: command.relatedTools ?? NONE,
    enabled: command.enabled ?? true,
    deprecated: Boolean(command.deprecated),
    mutation: effects.mutation,
    destructive: effects.destructive,
    errors: command.errors ?? NONE,
    handoff: command.handoff ?? false,
    expose: exposureOf(command),
    contexts: command.contexts ?? NONE,
    requires: command.requires ?? NONE,
  };
  commandOf.set(tool, command);
  Object.defineProperty(tool, 'inputSchema', INPUT_SCHEMA);
  if (command.output) Object.defineProperty(tool, 'outputSchema', OUTPUT_SCHEMA);
  if (typeof command.deprecated === 'string') Object.assign(tool, { deprecationMessage: command.deprecated });
  if (effects.undeclared) Object.assign(tool, { effects: 'undeclared' });
  for (const key of OPTIONAL) if (command[key] !== undefined) Object.assign(tool, { [key]: command[key] });
  return tool as Tool;
}

/**
 * What a command declares about its effects, in its own fields and in its MCP annotations. Of two declarations that
 * contradict each other, the higher risk counts. The defaults of annotations are those of MCP: a tool that is not
 * read-only may destroy data.
 */
function effectsOf({ mutation, destructive, annotations = NO_HINTS }: Command): Effects {
  const { readOnlyHint, destructiveHint } = annotations;
  const hinted = readOnlyHint !== undefined || destructiveHint !== undefined;
  const changes = hinted && readOnlyHint !== true;
  const isOpen = mutation === undefined && destructive === undefined;
  const destroys = destructive === true || (changes && (destructiveHint ?? isOpen));
  return {
    mutation: mutation === true || destroys || changes,
    destructive: destroys,
    // `destructive: false` alone does not say that the command only reads.
    undeclared: !destructive && mutation === undefined && !hinted,
  };
}
