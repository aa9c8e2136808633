import { rememberDefinitionHash } from './content-hash.ts';
import { ANY_INPUT, schemaIn, wordsIn } from './definition-parts.ts';
import { own } from './json.ts';
import { type AppRole, TOOL_DEFAULTS, type Tool } from './tool.ts';

/** The facts of a definition that are needed before it is parsed. Plain data: a cache stores it beside the definition. */
export interface DefinitionFacts {
  readonly summary: string;
  /** The result of `definitionHash` for this tool. */
  readonly hash: string;
  readonly mutation: boolean;
  readonly destructive: boolean;
  /** Whether the tool has a title, annotations and an output schema. */
  readonly titled: boolean;
  readonly annotated: boolean;
  readonly output: boolean;
  /** Absent for a tool that is no part of an app. */
  readonly app?: AppRole | undefined;
}

/** Fields that the configuration sets on a tool; they override the definition. */
export type ToolPlacement = Partial<Omit<Tool, 'id' | 'server' | 'name' | 'inputSchema' | 'outputSchema'>>;

/** A definition that is not parsed yet. */
export interface UnparsedDefinition {
  readonly name: string;
  readonly facts: DefinitionFacts;
  parse(): unknown;
}

type Parsed = Pick<Tool, 'title' | 'description' | 'inputSchema' | 'outputSchema' | 'annotations'>;

interface LazyParts {
  readonly definition: UnparsedDefinition;
  parsed?: Parsed;
}

const lazyParts = new WeakMap<object, LazyParts>();

/**
 * A tool whose definition is parsed when its title, description, annotations or a schema is first read. Every field has
 * the value that `toolFromDefinition` would give it, provided that `facts` are those of the parsed definition.
 */
export function lazyTool(server: string, definition: UnparsedDefinition, placement: ToolPlacement = {}): Tool {
  const { name, facts } = definition;
  const tool = {
    id: `${server}/${name}`,
    server,
    name,
    summary: facts.summary,
    category: server,
    tags: TOOL_DEFAULTS.tags,
    aliases: TOOL_DEFAULTS.aliases,
    examples: TOOL_DEFAULTS.examples,
    relatedTools: TOOL_DEFAULTS.relatedTools,
    enabled: TOOL_DEFAULTS.enabled,
    deprecated: TOOL_DEFAULTS.deprecated,
    mutation: facts.mutation,
    destructive: facts.destructive,
    errors: TOOL_DEFAULTS.errors,
    handoff: TOOL_DEFAULTS.handoff,
    expose: TOOL_DEFAULTS.expose,
    contexts: TOOL_DEFAULTS.contexts,
    requires: TOOL_DEFAULTS.requires,
    ...(facts.app && { app: facts.app }),
  };
  lazyParts.set(tool, { definition });
  Object.defineProperty(tool, 'description', LAZY.description);
  Object.defineProperty(tool, 'inputSchema', LAZY.inputSchema);
  if (facts.titled) Object.defineProperty(tool, 'title', LAZY.title);
  if (facts.annotated) Object.defineProperty(tool, 'annotations', LAZY.annotations);
  if (facts.output) Object.defineProperty(tool, 'outputSchema', LAZY.outputSchema);
  return placed(tool as unknown as Tool, placement, facts.hash);
}

// All tools share these getters: objects of one shape are faster and smaller than objects with a closure each.
const LAZY = {
  title: lazily('title'),
  description: lazily('description'),
  annotations: lazily('annotations'),
  inputSchema: lazily('inputSchema'),
  outputSchema: lazily('outputSchema'),
};

function lazily(field: keyof Parsed): PropertyDescriptor {
  return {
    get(this: object) {
      return parsedParts(this)[field];
    },
    enumerable: true,
    configurable: true,
  };
}

function parsedParts(tool: object): Parsed {
  const lazy = lazyParts.get(tool);
  if (!lazy) return partsOf(undefined);
  lazy.parsed ??= partsOf(lazy.definition.parse());
  return lazy.parsed;
}

function partsOf(definition: unknown): Parsed {
  const { title, description, annotations } = wordsIn(definition);
  return {
    ...(title !== undefined && { title }),
    description,
    annotations,
    inputSchema: schemaIn(own(definition, 'inputSchema')) ?? ANY_INPUT,
    outputSchema: schemaIn(own(definition, 'outputSchema')) ?? ANY_INPUT,
  };
}

function placed(tool: Tool, placement: ToolPlacement, hash: string): Tool {
  let redefined = false;
  for (const key of Object.keys(placement) as (keyof ToolPlacement)[]) {
    const value = placement[key];
    redefined ||= key === 'title' || key === 'description' || key === 'annotations';
    Object.defineProperty(tool, key, { value, enumerable: true, configurable: true, writable: true });
  }
  // The stored hash covers the original definition. A tool with overridden texts is hashed again when needed.
  if (!redefined) rememberDefinitionHash(tool, hash);
  return tool;
}
