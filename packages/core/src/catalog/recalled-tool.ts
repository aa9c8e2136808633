import { recallDefinitionHash } from './content-hash.ts';
import { ANY_INPUT, schemaIn, wordsIn } from './definition-parts.ts';
import { type JsonSchema, own } from './json.ts';
import { TOOL_DEFAULTS, type Tool } from './tool.ts';

/** What reading a definition found. Plain data: kept beside the definition, it saves reading it again. */
export interface DefinitionReading {
  readonly summary: string;
  /** The `definitionHash` of its tool. */
  readonly hash: string;
  readonly mutation: boolean;
  readonly destructive: boolean;
  /** Whether it has a title, annotations and an output schema that can be used. */
  readonly titled: boolean;
  readonly annotated: boolean;
  readonly output: boolean;
}

/** What the one who adds a tool says of it; it goes before what the definition says. */
export type ToolPlacement = Partial<Omit<Tool, 'id' | 'server' | 'name' | 'inputSchema' | 'outputSchema'>>;

const readings = new WeakMap<object, DefinitionReading>();

/**
 * Says what reading a definition found before. Its tools then cost next to nothing to make: its texts and schemas are
 * looked at (and bounded) when somebody wants them. The definition must not change any more.
 */
export function recallReading(definition: object, reading: DefinitionReading): void {
  readings.set(definition, reading);
}

interface Lazy {
  readonly definition: object;
  words?: ReturnType<typeof wordsIn>;
  input?: JsonSchema;
  output?: JsonSchema;
}

const lazies = new WeakMap<object, Lazy>();

function wordsOf(tool: object) {
  const lazy = lazies.get(tool);
  if (!lazy) return wordsIn(undefined);
  lazy.words ??= wordsIn(lazy.definition);
  return lazy.words;
}

// The getters are the same for every tool: then all tools have one shape, which is what makes them quick and small.
function lazily(get: (this: object) => unknown): PropertyDescriptor {
  return { get, enumerable: true, configurable: true };
}

const TITLE = lazily(function () {
  return wordsOf(this).title;
});
const DESCRIPTION = lazily(function () {
  return wordsOf(this).description;
});
const ANNOTATIONS = lazily(function () {
  return wordsOf(this).annotations;
});
const INPUT = lazily(function () {
  const lazy = lazies.get(this);
  if (!lazy) return ANY_INPUT;
  lazy.input ??= schemaIn(own(lazy.definition, 'inputSchema')) ?? ANY_INPUT;
  return lazy.input;
});
const OUTPUT = lazily(function () {
  const lazy = lazies.get(this);
  if (!lazy) return undefined;
  lazy.output ??= schemaIn(own(lazy.definition, 'outputSchema')) ?? ANY_INPUT;
  return lazy.output;
});

/** Undefined for a definition that nobody has read before. */
export function recalledTool(server: string, definition: unknown, placement: ToolPlacement): Tool | undefined {
  const reading = readings.get(definition as object);
  const name = reading && own(definition, 'name');
  if (!reading || typeof name !== 'string') return undefined;
  const tool = {
    id: `${server}/${name}`,
    server,
    name,
    summary: reading.summary,
    category: server,
    tags: TOOL_DEFAULTS.tags,
    aliases: TOOL_DEFAULTS.aliases,
    examples: TOOL_DEFAULTS.examples,
    relatedTools: TOOL_DEFAULTS.relatedTools,
    enabled: TOOL_DEFAULTS.enabled,
    deprecated: TOOL_DEFAULTS.deprecated,
    mutation: reading.mutation,
    destructive: reading.destructive,
    errors: TOOL_DEFAULTS.errors,
    handoff: TOOL_DEFAULTS.handoff,
    expose: TOOL_DEFAULTS.expose,
    contexts: TOOL_DEFAULTS.contexts,
    requires: TOOL_DEFAULTS.requires,
  };
  lazies.set(tool, { definition: definition as object });
  Object.defineProperty(tool, 'description', DESCRIPTION);
  Object.defineProperty(tool, 'inputSchema', INPUT);
  if (reading.titled) Object.defineProperty(tool, 'title', TITLE);
  if (reading.annotated) Object.defineProperty(tool, 'annotations', ANNOTATIONS);
  if (reading.output) Object.defineProperty(tool, 'outputSchema', OUTPUT);
  return placed(tool as unknown as Tool, placement, reading.hash);
}

function placed(tool: Tool, placement: ToolPlacement, hash: string): Tool {
  let redefined = false;
  for (const key of Object.keys(placement) as (keyof ToolPlacement)[]) {
    const value = placement[key];
    redefined ||= key === 'title' || key === 'description' || key === 'annotations';
    Object.defineProperty(tool, key, { value, enumerable: true, configurable: true, writable: true });
  }
  // A hash of other words would be no hash of this tool.
  if (!redefined) recallDefinitionHash(tool, hash);
  return tool;
}
