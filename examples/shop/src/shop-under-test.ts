import { type CommandContext, type CommandResult, failure } from '@foldout/server';
import { shopCommands } from './commands.ts';
import { openDatabase } from './database.ts';
import type { ShopDatabase } from './sqlite-database.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read fields of many shapes and assert on each.
type Data = any;

export interface ShopUnderTest {
  readonly db: ShopDatabase;
  readonly commands: ReturnType<typeof shopCommands>;
  call(name: string, input?: object, context?: Partial<CommandContext>): Promise<CommandResult<Data>>;
  /** The data of a call that must succeed. */
  data(name: string, input?: object): Promise<Data>;
  /** The code of a call that must be refused. */
  refusal(name: string, input?: object): Promise<string>;
}

/** A new shop in memory. Each call is also held to what its command says about itself. */
export function openShop(): ShopUnderTest {
  const db = openDatabase(':memory:');
  const commands = shopCommands(db);
  const changes = () => db.one<{ n: number }>('SELECT total_changes() AS n').n;

  const call: ShopUnderTest['call'] = async (name, input = {}, context = {}) => {
    const command = commands.find((command) => command.name === name);
    if (!command) throw new Error(`No command '${name}'.`);
    const checked = command.input ? await command.input['~standard'].validate(input) : { value: {} };
    if (checked.issues) {
      const message = checked.issues.map((issue) => issue.message).join('; ');
      return failure({ code: 'VALIDATION_ERROR', message, suggestion: '' });
    }
    const before = changes();
    const signal = new AbortController().signal;
    const result = await command.handler(checked.value as never, {
      traceId: 'test',
      signal,
      reportProgress: () => {},
      ...context,
    });
    if (!command.mutation && changes() !== before) throw new Error(`'${name}' is no mutation, yet it changed rows.`);
    if (!result.success && result.error.code !== 'CANCELLED' && !command.errors?.includes(result.error.code)) {
      throw new Error(`'${name}' answered ${result.error.code}, which it does not declare.`);
    }
    if (result.success && command.output) {
      const { issues } = await command.output['~standard'].validate(result.data);
      if (issues) throw new Error(`'${name}' broke its output schema: ${JSON.stringify(issues)}`);
    }
    return result;
  };

  return {
    db,
    commands,
    call,
    async data(name, input) {
      const result = await call(name, input);
      if (!result.success) throw new Error(`'${name}' failed: ${result.error.code}: ${result.error.message}`);
      return result.data;
    },
    async refusal(name, input) {
      const result = await call(name, input);
      if (result.success) throw new Error(`'${name}' succeeded: ${JSON.stringify(result.data)}`);
      return result.error.code;
    },
  };
}
