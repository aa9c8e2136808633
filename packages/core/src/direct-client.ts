import { z } from 'zod';
import type { CallContext } from './catalog/call-context.ts';
import type { JsonObject } from './catalog/json.ts';
import { type DetailEntry, type DetailInput, detailInput } from './discovery/detail.ts';
import { type DiscoverInput, type DiscoverResult, discoverInput } from './discovery/discover.ts';
import type { Engine } from './engine.ts';
import { type BatchInput, type BatchResult, batchInput } from './execution/batch.ts';
import { type PipeInput, type PipeResult, pipeInput } from './execution/pipe.ts';
import { type CommandResult, failure } from './result/result.ts';
import type { Words } from './result/words.ts';

type Context = Partial<CallContext>;

/** The next steps of a program that holds a `DirectClient`. Its results are never cut. */
const DIRECT_WORDS: Words = {
  find: () => 'Use discover() to list all commands',
  describe: (name) => `Use detail(${JSON.stringify(name)}) to see the expected input schema`,
  call: (name, { input } = {}) =>
    `call(${[name, ...(input ? [input] : [])].map((each) => JSON.stringify(each)).join(', ')})`,
  more: () => undefined,
  less: () => undefined,
  enterContext: (context) => `Pass { activeContext: ${JSON.stringify(context)} } as the context of the call`,
};

function withWords(context: Context): Context {
  return context.words ? context : { ...context, words: DIRECT_WORDS };
}

/** Options of a pipe, and the value of `$input`. */
type PipeOptions = NonNullable<PipeInput['options']> & { readonly input?: unknown };

/** The calls of an MCP client without a transport: same validation, same middleware, same process. */
export class DirectClient {
  readonly #engine: Engine;

  constructor(server: Engine | { readonly engine: Engine }) {
    this.#engine = 'engine' in server ? server.engine : server;
  }

  call<T = unknown>(command: string, args: JsonObject = {}, context: Context = {}): Promise<CommandResult<T>> {
    return this.#engine.call({ command, input: args }, withWords(context)) as Promise<CommandResult<T>>;
  }

  batch(
    commands: BatchInput['commands'],
    options: BatchInput['options'] = {},
    context: Context = {},
  ): Promise<CommandResult<BatchResult>> {
    return checked(batchInput, { commands, options }, (input) => this.#engine.batch(input, withWords(context)));
  }

  pipe(
    steps: PipeInput['steps'],
    { input: start, ...options }: PipeOptions = {},
    context: Context = {},
  ): Promise<CommandResult<PipeResult>> {
    return checked(pipeInput, { steps, options, ...(start !== undefined && { input: start }) }, (input) =>
      this.#engine.pipe(input, withWords(context)),
    );
  }

  discover(input: DiscoverInput = {}, context: Context = {}): Promise<CommandResult<DiscoverResult>> {
    return checked(discoverInput, input, (valid) => this.#engine.discover(valid, withWords(context)));
  }

  detail(
    command: string | string[],
    options: Omit<DetailInput, 'command'> = {},
    context: Context = {},
  ): Promise<CommandResult<readonly DetailEntry[]>> {
    return checked(detailInput, { ...options, command }, (input) => this.#engine.detail(input, withWords(context)));
  }
}

/** Validates an input with the schema of the meta-tool, as for an MCP client. */
async function checked<S extends z.ZodType, T>(
  schema: S,
  input: z.input<S>,
  run: (valid: z.output<S>) => CommandResult<T> | Promise<CommandResult<T>>,
): Promise<CommandResult<T>> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return run(parsed.data);
  return failure({
    code: 'VALIDATION_ERROR',
    message: `Invalid input: ${z.prettifyError(parsed.error)}`,
    suggestion: 'See the types of DirectClient, or docs/reference/meta-tools.md.',
  });
}
