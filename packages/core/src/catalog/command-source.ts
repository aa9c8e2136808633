import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { CommandResult } from '../result/result.ts';
import type { CallContext } from './call-context.ts';
import { checkOutput, OUTPUT_CHECK_DEFAULT, type OutputCheck } from './check-output.ts';
import type { CommandSchema } from './command-schema.ts';
import { toolOfCommand } from './command-tool.ts';
import type { Command } from './define-command.ts';
import type { JsonObject } from './json.ts';
import type { CommandRegistry } from './registry.ts';
import { readIssues } from './schema-issues.ts';
import type { SourceChange, ToolSource, Validated } from './source.ts';
import type { Tool } from './tool.ts';

/** The commands of a registry, as a source of tools. */
export class CommandSource implements ToolSource {
  readonly server: string;
  readonly #registry: CommandRegistry;
  readonly #exposed: (command: Command) => boolean;
  readonly #outputCheck: OutputCheck;

  constructor(
    server: string,
    registry: CommandRegistry,
    exposed: (command: Command) => boolean = () => true,
    outputCheck: OutputCheck = OUTPUT_CHECK_DEFAULT,
  ) {
    this.server = server;
    this.#registry = registry;
    this.#exposed = exposed;
    this.#outputCheck = outputCheck;
  }

  tools(): Tool[] {
    return this.#registry.list().map((command) => toolOfCommand(command, this.server));
  }

  exposes(tool: Tool): boolean {
    const command = this.#registry.get(tool.name);
    return command !== undefined && this.#exposed(command);
  }

  validate(tool: Tool, input: JsonObject): Validated | Promise<Validated> {
    const schema = this.#registry.get(tool.name)?.input;
    if (!schema) return { valid: true, value: input };
    const outcome = schema['~standard'].validate(input);
    return outcome instanceof Promise ? outcome.then(toValidated) : toValidated(outcome);
  }

  invoke(tool: Tool, input: unknown, context: CallContext): CommandResult | Promise<CommandResult> {
    const command = this.#registry.get(tool.name);
    if (!command) throw new Error(`Command '${tool.name}' was removed while it was being called`);
    const { output } = command;
    if (!output || this.#outputCheck === 'off') return command.handler(input as JsonObject, context);
    return this.#checked(command.name, output, command.handler(input as JsonObject, context));
  }

  async #checked(name: string, output: CommandSchema, result: CommandResult | Promise<CommandResult>) {
    return checkOutput(name, output, await result, this.#outputCheck);
  }

  subscribe(listener: (change: SourceChange) => void): () => void {
    return this.#registry.subscribe(({ upserted, removed }) =>
      listener({ upserted: upserted.map((command) => toolOfCommand(command, this.server)), removed }),
    );
  }
}

function toValidated(outcome: StandardSchemaV1.Result<unknown>): Validated {
  if (!outcome.issues) return { valid: true, value: outcome.value };
  return { valid: false, issues: readIssues(outcome.issues) };
}
