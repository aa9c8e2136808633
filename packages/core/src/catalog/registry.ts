import { checkCommand } from './check-command.ts';
import { categoryOf, exposureOf } from './command-tool.ts';
import type { Command } from './define-command.ts';
import { DefinitionError } from './definition-error.ts';
import type { Exposure } from './tool.ts';

export type TagMode = 'all' | 'any';

export interface RegistryChange {
  readonly upserted: readonly Command[];
  readonly removed: readonly string[];
}

/** Throws a `DefinitionError` for a command that it refuses. */
export type CommandRule = (command: Command) => void;

/** Whether `tags` contain any or all of `wanted`. True if `wanted` is empty. */
export function matchesTags(tags: readonly string[], wanted: readonly string[], mode: TagMode): boolean {
  if (wanted.length === 0) return true;
  return mode === 'all' ? wanted.every((tag) => tags.includes(tag)) : wanted.some((tag) => tags.includes(tag));
}

/** The commands of one process. A server exposes some of them; the others can be described but not called. */
export class CommandRegistry {
  readonly #commands = new Map<string, Command>();
  readonly #listeners = new Set<(change: RegistryChange) => void>();
  readonly #rules = new Set<CommandRule>();

  constructor(commands: Iterable<Command> = []) {
    for (const command of commands) this.register(command);
  }

  get size(): number {
    return this.#commands.size;
  }

  /** Applies a rule to every command: to those that are registered now, and to each that is added later. */
  require(rule: CommandRule): void {
    for (const command of this.#commands.values()) rule(command);
    this.#rules.add(rule);
  }

  /** Throws a `DefinitionError` if the command breaks a rule, or if another command has its name. */
  register(command: Command): void {
    checkCommand(command);
    const present = this.#commands.get(command.name);
    if (present === command) return;
    if (present) {
      throw new DefinitionError(
        `A command named '${command.name}' is registered already. Rename one of them, or use replace().`,
      );
    }
    this.#put(command);
  }

  /** Adds a command, or replaces the one with the same name. */
  replace(command: Command): void {
    this.#put(command);
  }

  unregister(name: string): boolean {
    const gone = this.#commands.delete(name);
    if (gone) this.#emit({ upserted: [], removed: [name] });
    return gone;
  }

  /** Enables or disables a command. Returns false for an unknown name. */
  setEnabled(name: string, enabled: boolean): boolean {
    const command = this.#commands.get(name);
    if (!command) return false;
    if ((command.enabled ?? true) !== enabled) this.#put(Object.freeze({ ...command, enabled }));
    return true;
  }

  get(name: string): Command | undefined {
    return this.#commands.get(name);
  }

  list(): Command[] {
    return [...this.#commands.values()];
  }

  listByTags(tags: readonly string[], mode: TagMode = 'any'): Command[] {
    return this.list().filter((command) => matchesTags(command.tags ?? [], tags, mode));
  }

  listByCategory(category: string): Command[] {
    return this.list().filter((command) => categoryOf(command) === category);
  }

  listByExposure(entryPoint: keyof Exposure): Command[] {
    return this.list().filter((command) => exposureOf(command)[entryPoint]);
  }

  subscribe(listener: (change: RegistryChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #put(command: Command): void {
    checkCommand(command);
    for (const rule of this.#rules) rule(command);
    this.#commands.set(command.name, command);
    this.#emit({ upserted: [command], removed: [] });
  }

  #emit(change: RegistryChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}
