import {
  batchInput,
  type CallContext,
  Catalog,
  type Command,
  CommandRegistry,
  type CommandResult,
  type CommandSchema,
  CommandSource,
  callInput,
  Dispatcher,
  defineCommand,
  detailInput,
  discoverInput,
  type Engine,
  type JsonObject,
  pipeInput,
  type Risk,
} from '@foldout/core';
import { z } from 'zod';
import { leanSchema } from './lean-schema.ts';
import { renderDetail, renderDiscover } from './render-discovery.ts';
import type { ListedTool } from './surface.ts';

export type DispatchMode = 'single' | 'by-risk';

/** Reads a success as short text for the model; the structured form carries the rest. */
type TextOf = (data: never) => string;

interface MetaTool {
  readonly name: string;
  readonly description: string;
  readonly input: CommandSchema;
  readonly risk?: Risk;
  readonly text?: TextOf;
  run(input: never, context: CallContext): CommandResult | Promise<CommandResult>;
}

const RISKS: readonly Risk[] = ['read', 'write', 'destructive'];

/** The tools that stand for all others. Every text here is read by a model on every request: keep it short. */
function metaTools(engine: Engine): MetaTool[] {
  const call = (maxRisk?: Risk) => (input: z.infer<typeof callInput>, context: CallContext) =>
    engine.call(input, maxRisk ? { ...context, maxRisk } : context);
  return [
    {
      name: 'afd-discover',
      description: 'List or search the commands behind this server. level: signature shows parameters.',
      input: discoverInput,
      risk: 'read',
      text: renderDiscover,
      run: (input: z.infer<typeof discoverInput>, context) => engine.discover(input, context),
    },
    {
      name: 'afd-detail',
      description: 'Schema and metadata of commands. known: {name: schemaHash} skips unchanged ones.',
      input: detailInput,
      risk: 'read',
      text: renderDetail,
      run: (input: z.infer<typeof detailInput>) => engine.detail(input),
    },
    {
      name: 'afd-call',
      description: 'Run any command by name. select: fields to return.',
      input: callInput,
      run: call(),
    },
    ...RISKS.map((risk) => ({
      name: `afd-call-${risk}`,
      description: `Run a ${risk === 'read' ? 'read-only' : risk} command by name. select: fields to return.`,
      input: callInput,
      risk,
      run: call(risk),
    })),
    {
      name: 'afd-batch',
      description: 'Run several commands; each has its own result.',
      input: batchInput,
      run: (input: z.infer<typeof batchInput>, context) => engine.batch(input, context),
    },
    {
      name: 'afd-pipe',
      description:
        "Chain commands. Inputs may use $prev.field, $first, $input, $steps[0].a, $steps.alias.b. when: {$gt: ['$prev.n', 0]}; also $exists, $eq, $and, $not.",
      input: pipeInput,
      run: (input: z.infer<typeof pipeInput>, context) => engine.pipe(input, context),
    },
    {
      name: 'afd-more',
      description: 'The next part of a result that was cut.',
      input: z.object({ cursor: z.string() }),
      risk: 'read',
      run: (input: { cursor: string }) => engine.more(input),
    },
  ];
}

/**
 * Runs the meta-tools through a dispatcher of their own: they are checked and healed like any
 * command, and they do not pass through the user's middleware.
 */
export class MetaTools {
  readonly #tools: ReadonlyMap<string, MetaTool>;
  readonly #dispatcher: Dispatcher;
  readonly #contextual: boolean;
  readonly #mode: DispatchMode;

  constructor(engine: Engine, mode: DispatchMode = 'single') {
    this.#tools = new Map(metaTools(engine).map((tool) => [tool.name, tool]));
    this.#mode = mode;
    this.#contextual = engine.contexts.configured;
    const catalog = new Catalog();
    catalog.attach(new CommandSource('afd', new CommandRegistry([...this.#tools.values()].map(toCommand))));
    // Discovery does not wait, and what the others run has deadlines of its own.
    this.#dispatcher = new Dispatcher({ catalog, timeoutMs: Number.POSITIVE_INFINITY });
  }

  has(name: string): boolean {
    return this.#tools.has(name);
  }

  call(name: string, input: unknown, context: Partial<CallContext>): Promise<CommandResult> {
    return this.#dispatcher.dispatch(name, input, context);
  }

  /** The short text of a success, where this tool has one of its own. */
  text(name: string, data: unknown): string | undefined {
    return this.#tools.get(name)?.text?.(data as never);
  }

  /** `afd-call`, or the three that replace it where hosts decide by risk. */
  callTools(): ListedTool[] {
    const names = this.#mode === 'by-risk' ? RISKS.map((risk) => `afd-call-${risk}`) : ['afd-call'];
    return this.list(...names);
  }

  list(...names: string[]): ListedTool[] {
    return names.map((name) => {
      const tool = this.#tools.get(name);
      if (!tool) throw new Error(`There is no meta-tool '${name}'`);
      const { description, input, risk } = tool;
      const inputSchema = leanSchema(input, this.#contextual ? [] : ['context']);
      return { name, description, inputSchema, ...(risk && { annotations: annotationsOf(risk) }) };
    });
  }
}

function annotationsOf(risk: Risk) {
  return risk === 'read' ? { readOnlyHint: true } : { readOnlyHint: false, destructiveHint: risk === 'destructive' };
}

function toCommand({ name, description, input, run }: MetaTool): Command {
  return defineCommand({
    name,
    description,
    input,
    handler: (given, context) => run(given as JsonObject as never, context),
  });
}
