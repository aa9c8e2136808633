import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { CommandResult } from '../result/result.ts';
import type { CallContext } from './call-context.ts';
import { toolOfCommand } from './command-tool.ts';
import type { Command } from './define-command.ts';
import type { JsonObject } from './json.ts';
import type { CommandRegistry } from './registry.ts';
import type { SourceChange, ToolSource, Validated, ValidationIssue } from './source.ts';
import type { Tool } from './tool.ts';

/** The commands of a registry, as a source of tools. */
export class CommandSource implements ToolSource {
  readonly server: string;
  readonly #registry: CommandRegistry;
  readonly #exposed: (command: Command) => boolean;

  constructor(server: string, registry: CommandRegistry, exposed: (command: Command) => boolean = () => true) {
    this.server = server;
    this.#registry = registry;
    this.#exposed = exposed;
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
    return command.handler(input as JsonObject, context);
  }

  subscribe(listener: (change: SourceChange) => void): () => void {
    return this.#registry.subscribe(({ upserted, removed }) =>
      listener({ upserted: upserted.map((command) => toolOfCommand(command, this.server)), removed }),
    );
  }
}

function toValidated(outcome: StandardSchemaV1.Result<unknown>): Validated {
  if (!outcome.issues) return { valid: true, value: outcome.value };
  return { valid: false, issues: outcome.issues.map(toIssue) };
}

function toIssue({ path, message }: StandardSchemaV1.Issue): ValidationIssue {
  return { message, path: (path ?? []).map((part) => (typeof part === 'object' ? part.key : part)) };
}
