import { z } from 'zod';
import type { CallContext } from './catalog/call-context.ts';
import type { JsonObject } from './catalog/json.ts';
import { type DetailEntry, detailInput } from './discovery/detail.ts';
import { type DiscoverInput, type DiscoverResult, discoverInput } from './discovery/discover.ts';
import type { Engine } from './engine.ts';
import { type BatchInput, type BatchResult, batchInput } from './execution/batch.ts';
import { type PipeInput, type PipeResult, pipeInput } from './execution/pipe.ts';
import { type CommandResult, failure } from './result/result.ts';

type Given = Partial<CallContext>;

/** The calls an agent makes over MCP, made in the same process: same checks, same middleware, no wire. */
export class DirectClient {
  readonly #engine: Engine;

  constructor(server: Engine | { readonly engine: Engine }) {
    this.#engine = 'engine' in server ? server.engine : server;
  }

  call<T = unknown>(command: string, args: JsonObject = {}, given: Given = {}): Promise<CommandResult<T>> {
    return this.#engine.call({ command, input: args }, given) as Promise<CommandResult<T>>;
  }

  batch(
    commands: BatchInput['commands'],
    options: BatchInput['options'] = {},
    given: Given = {},
  ): Promise<CommandResult<BatchResult>> {
    return checked(batchInput, { commands, options }, (input) => this.#engine.batch(input, given));
  }

  pipe(
    steps: PipeInput['steps'],
    options: PipeInput['options'] = {},
    given: Given = {},
  ): Promise<CommandResult<PipeResult>> {
    return checked(pipeInput, { steps, options }, (input) => this.#engine.pipe(input, given));
  }

  discover(input: DiscoverInput = {}, given: Given = {}): Promise<CommandResult<DiscoverResult>> {
    return checked(discoverInput, input, (valid) => this.#engine.discover(valid, given));
  }

  detail(command: string | string[], given: Given = {}): Promise<CommandResult<readonly DetailEntry[]>> {
    return checked(detailInput, { command }, (input) => this.#engine.detail(input, given));
  }
}

/** What a client over MCP cannot send past the meta-tools' schemas, a caller in this process cannot either. */
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
