import { type CommandResult, failure } from '@foldout/server';
import { mailCommands } from './commands.ts';
import { openDatabase } from './database.ts';
import { seedDemo } from './demo.ts';
import type { MailDatabase } from './mail-database.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read fields of many shapes and assert on each.
type Data = any;

export const PROJECT = '/data/projects/backend';

export interface MailUnderTest {
  readonly db: MailDatabase;
  readonly commands: ReturnType<typeof mailCommands>;
  /** Every call is about the one project, unless the input says otherwise. */
  call(name: string, input?: object): Promise<CommandResult<Data>>;
  /** The data of a call that must succeed. */
  data(name: string, input?: object): Promise<Data>;
  /** The error of a call that must be refused, and that must not have changed anything. */
  refusal(name: string, input?: object): Promise<{ code: string; message: string; suggestion: string; details?: Data }>;
  /** Lets time pass. */
  wait(seconds: number): void;
  now(): string;
  register(...names: string[]): Promise<void>;
}

/** A mail server in memory with a clock of its own. Each call is also held to what its command says about itself. */
export function openMail({ demo = false } = {}): MailUnderTest {
  let time = Date.parse('2025-11-03T12:00:00Z');
  const clock = () => new Date(time);
  const db = openDatabase(':memory:');
  if (demo) seedDemo(db, clock);
  const commands = mailCommands(db, clock);
  const changes = () => db.count('SELECT total_changes() AS n');

  const call: MailUnderTest['call'] = async (name, given = {}) => {
    const command = commands.find((command) => command.name === name);
    if (!command?.input || !command.output) throw new Error(`No command '${name}' with input and output.`);
    const input = { project_key: PROJECT, ...given };
    const checked = await command.input['~standard'].validate(input);
    if (checked.issues) {
      const message = checked.issues.map((issue) => issue.message).join('; ');
      return failure({ code: 'VALIDATION_ERROR', message, suggestion: '' });
    }
    const before = changes();
    const signal = new AbortController().signal;
    const context = { traceId: 'test', signal, reportProgress: () => {} };
    const result = await command.handler(checked.value as never, context);
    if (!command.mutation && changes() !== before) throw new Error(`'${name}' is no mutation, yet it changed rows.`);
    if (!result.success && !command.errors?.includes(result.error.code)) {
      throw new Error(`'${name}' answered ${result.error.code}, which it does not declare.`);
    }
    if (result.success) {
      const { issues } = await command.output['~standard'].validate(result.data);
      if (issues) throw new Error(`'${name}' broke its output schema: ${JSON.stringify(issues)}`);
    }
    return result;
  };

  const data: MailUnderTest['data'] = async (name, input) => {
    const result = await call(name, input);
    if (!result.success) throw new Error(`'${name}' failed: ${result.error.code}: ${result.error.message}`);
    return result.data;
  };

  return {
    db,
    commands,
    call,
    data,
    async refusal(name, input) {
      const before = dump(db);
      const result = await call(name, input);
      if (result.success) throw new Error(`'${name}' succeeded: ${JSON.stringify(result.data)}`);
      if (dump(db) !== before) throw new Error(`'${name}' was refused, yet it changed something.`);
      return result.error;
    },
    wait(seconds) {
      time += seconds * 1000;
    },
    now: () => clock().toISOString(),
    async register(...names) {
      await data('ensure_project', { human_key: PROJECT });
      for (const name of names) await data('register_agent', { name, program: 'test', model: 'none' });
    },
  };
}

const TABLES = ['projects', 'agents', 'messages', 'recipients', 'contacts', 'reservations', 'guards'];

function dump(db: MailDatabase): string {
  return JSON.stringify(TABLES.map((table) => db.all(`SELECT * FROM ${table} ORDER BY id`)));
}
