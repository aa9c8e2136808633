import type { CallContext } from './catalog/call-context.ts';
import type { JsonObject } from './catalog/json.ts';
import type { DetailEntry } from './discovery/detail.ts';
import type { DiscoverInput, DiscoverResult } from './discovery/discover.ts';
import type { Engine } from './engine.ts';
import type { BatchInput, BatchResult } from './execution/batch.ts';
import type { PipeInput, PipeResult } from './execution/pipe.ts';
import type { CommandResult } from './result/result.ts';

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
    return this.#engine.batch({ commands, options }, given);
  }

  pipe(
    steps: PipeInput['steps'],
    options: PipeInput['options'] = {},
    given: Given = {},
  ): Promise<CommandResult<PipeResult>> {
    return this.#engine.pipe({ steps, options }, given);
  }

  discover(input: DiscoverInput = {}, given: Given = {}): Promise<CommandResult<DiscoverResult>> {
    return this.#engine.discover(input, given);
  }

  detail(command: string | string[]): CommandResult<readonly DetailEntry[]> {
    return this.#engine.detail({ command });
  }
}
