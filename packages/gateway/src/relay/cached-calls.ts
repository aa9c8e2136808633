import type { CallContext, CommandResult, JsonObject, Tool } from '@foldout/core';
import { annotate, NATIVE, toolHash, upstreamTool } from '@foldout/core/internal';
import { mcpContext, mcpResult, mcpServerOf } from '@foldout/server';
import { isTaskResult } from '@foldout/server/internal';
import { type CallToolResult, isInputRequiredResult } from '@modelcontextprotocol/server';
import picomatch from 'picomatch';
import type { ServerConfig } from '../config/config-schema.ts';
import { ResultCache } from '../results/result-cache.ts';
import { storedConnection } from './client-connections.ts';

/** Where a result says that it was stored: its age and how long it is reused, in milliseconds. */
const CACHE = 'foldout/cache';

/** Reuses results of the tools that the operator has named, and that say that a call changes nothing. */
export class CachedCalls {
  readonly #rules: readonly { readonly matches: (name: string) => boolean; readonly ttlMs: number }[];
  readonly #ofSession: boolean;
  readonly #cache = new ResultCache<StoredAnswer>();
  readonly #onWarning: (message: string) => void;
  readonly #warned = new Set<string>();

  constructor(
    { cache = {}, instances }: Pick<ServerConfig, 'cache' | 'instances'>,
    onWarning: (message: string) => void,
  ) {
    this.#ofSession = instances === 'per-session';
    this.#rules = Object.entries(cache).map(([glob, ttlMs]) => ({ matches: picomatch(glob), ttlMs }));
    this.#onWarning = onWarning;
  }

  /** Runs `call`, unless the same caller has made the same call recently. */
  async call(
    tool: Tool,
    input: unknown,
    context: CallContext,
    call: () => Promise<CommandResult>,
  ): Promise<CommandResult> {
    const ttlMs = this.#ttlOf(tool);
    if (ttlMs === undefined || context.task) return call();
    const key = ResultCache.keyOf([this.#callerOf(context), toolHash(tool), input]);
    const found = this.#cache.get(key, ttlMs);
    if (found) {
      const { native, warnings } = found.answer;
      const result = mcpResult({ ...native, _meta: { ...native._meta, [CACHE]: { ageMs: found.ageMs, ttlMs } } });
      return annotate(result, { warnings });
    }
    const result = await call();
    const native = (result as { [NATIVE]?: unknown })[NATIVE];
    if (result.success && isWholeAnswer(native)) this.#cache.set(key, { native, warnings: result.warnings ?? [] });
    return result;
  }

  /** Everything about a caller that may change an answer: the principal and its token, and what has an instance of its own. */
  #callerOf(context: CallContext): JsonObject {
    const protocol = mcpContext(context);
    const connection = protocol && storedConnection(mcpServerOf(protocol));
    return {
      principal: context.principal?.name,
      token: protocol?.http?.authInfo?.token,
      folder: connection?.folder,
      ...(this.#ofSession && { session: context.sessionId ?? connection?.id }),
    };
  }

  #ttlOf(tool: Tool): number | undefined {
    const rule = this.#rules.find(({ matches }) => matches(upstreamTool(tool).name));
    if (!rule) return undefined;
    const { readOnlyHint, idempotentHint } = tool.annotations ?? {};
    if (readOnlyHint === true && idempotentHint === true) return rule.ttlMs;
    if (!this.#warned.has(tool.id)) {
      this.#warned.add(tool.id);
      this.#onWarning(
        `${tool.id}: its results are not cached, because its server does not say readOnlyHint and idempotentHint`,
      );
    }
    return undefined;
  }
}

interface StoredAnswer {
  readonly native: CallToolResult;
  readonly warnings: readonly string[];
}

function isWholeAnswer(native: unknown): native is CallToolResult {
  if (typeof native !== 'object' || native === null || native instanceof Error) return false;
  const answer = native as CallToolResult;
  return !isInputRequiredResult(answer) && !isTaskResult(answer) && answer.isError !== true;
}
