import { z } from 'zod';
import type { CallContext } from '../catalog/call-context.ts';
import type { ContextDefinition } from '../catalog/contexts.ts';
import { type Command, defineCommand } from '../catalog/define-command.ts';
import { DefinitionError } from '../catalog/definition-error.ts';
import { type CommandError, type CommandResult, failure, success } from '../result/result.ts';
import { META_WORDS } from '../result/words.ts';

/** Bounds the memory of sessions that end without notice; the oldest is evicted first. */
const MAX_SESSIONS = 10_000;

/** The active context of each session. A modern request has no session and names its context itself. */
export class ContextState {
  readonly #definitions: readonly ContextDefinition[];
  readonly #entered = new Map<string, string>();

  constructor(definitions: readonly ContextDefinition[]) {
    this.#definitions = definitions;
  }

  get configured(): boolean {
    return this.#definitions.length > 0;
  }

  /** The context that the call names, else the context that its session has entered. */
  active(call: Partial<CallContext>, named?: string): { name: string | undefined; error?: CommandError } {
    const wanted = named ?? call.activeContext;
    if (wanted === undefined || !this.configured) return { name: this.#entered.get(call.sessionId ?? '') };
    return this.#has(wanted) ? { name: wanted } : { name: undefined, error: this.#unknown(wanted) };
  }

  /** Refuses a command whose context does not exist: no client could ever enter it. */
  check({ name, contexts = [] }: Command): void {
    const unknown = this.configured ? contexts.find((context) => !this.#has(context)) : undefined;
    if (unknown === undefined) return;
    const known = this.#definitions.map((definition) => `'${definition.name}'`).join(', ');
    throw new DefinitionError(
      `Command '${name}' belongs to context '${unknown}', which this server does not have. Use one of ${known}, or add it to the option contexts.`,
    );
  }

  /** Call this when a session ends. */
  forget(sessionId: string): void {
    this.#entered.delete(sessionId);
  }

  /** `afd-context`, if contexts are configured. */
  commands(): Command[] {
    return this.configured ? [this.#command()] : [];
  }

  #command(): Command {
    return defineCommand({
      name: 'afd-context',
      description: 'List the contexts of this server, enter one, or leave it. Commands of other contexts are hidden.',
      category: 'afd',
      // Entering a context changes what this session sees, no data.
      mutation: false,
      input: z.object({ action: z.enum(['list', 'enter', 'exit']), context: z.string().optional() }),
      handler: ({ action, context }, call): CommandResult => {
        if (action === 'enter') return this.#enter(context, call);
        if (action === 'exit') this.forget(call.sessionId ?? '');
        const active = call.activeContext ?? this.#entered.get(call.sessionId ?? '') ?? null;
        return success({ active: action === 'exit' ? null : active, contexts: this.#definitions });
      },
    });
  }

  #enter(context: string | undefined, { sessionId, words = META_WORDS }: CallContext) {
    if (context === undefined || !this.#has(context)) return failure(this.#unknown(context ?? ''));
    if (sessionId === undefined) {
      const next = words.enterContext(context) ?? 'Use a client that keeps a session';
      return success({ active: null }, { warnings: [`This call has no session, so no context was entered. ${next}.`] });
    }
    const oldest = this.#entered.size >= MAX_SESSIONS ? this.#entered.keys().next().value : undefined;
    if (oldest !== undefined) this.#entered.delete(oldest);
    this.#entered.set(sessionId, context);
    return success({ active: context });
  }

  #has(name: string): boolean {
    return this.#definitions.some((definition) => definition.name === name);
  }

  #unknown(name: string): CommandError {
    const names = this.#definitions.map((definition) => `'${definition.name}'`).join(', ');
    return {
      code: 'VALIDATION_ERROR',
      message: `There is no context '${name.slice(0, 80)}'`,
      suggestion: `Use one of ${names}.`,
    };
  }
}
