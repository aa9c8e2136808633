import type { CommandContext, CommandResult, JsonObject } from '@foldout/core';
import { annotate, META_WORDS } from '@foldout/core/internal';
import type { InputPlan } from './operation-input.ts';

/**
 * Adds the call of the next page to a result, if the API names it in its `Link` header (RFC 8288). The link becomes an
 * input of the same command: a model needs no URL, and none is fetched.
 */
export function withNextPage(
  result: CommandResult,
  response: Response,
  call: { readonly name: string; readonly input: JsonObject; readonly plan: InputPlan; readonly url: URL },
  context: CommandContext,
): CommandResult {
  const next = result.success ? nextInput(response, call) : undefined;
  if (!next) return result;
  const words = (context.words ?? META_WORDS).call(call.name, { input: next });
  return annotate(result, {
    metadata: { nextPage: next },
    ...(words && { suggestions: [`Next page: ${words}`] }),
  });
}

function nextInput(
  response: Response,
  { input, plan, url }: { input: JsonObject; plan: InputPlan; url: URL },
): JsonObject | undefined {
  const [, target] = /<([^<>]*)>[^,<]*;\s*rel="?[^",]*\bnext\b/i.exec(response.headers.get('link') ?? '') ?? [];
  if (target === undefined || !URL.canParse(target, url.href)) return undefined;
  const next = new URL(target, url);
  if (next.origin !== url.origin || next.pathname !== url.pathname) return undefined;
  const changed: JsonObject = {};
  for (const [field, parameter] of plan.parameters) {
    const value = parameter.in === 'query' ? next.searchParams.get(parameter.name) : null;
    if (value === null || value === url.searchParams.get(parameter.name)) continue;
    changed[field] = isNumber(parameter.schema) && /^\d+$/.test(value) ? Number(value) : value;
  }
  return Object.keys(changed).length > 0 ? { ...input, ...changed } : undefined;
}

function isNumber(schema: unknown): boolean {
  const type = (schema as { type?: unknown } | undefined)?.type;
  return type === 'integer' || type === 'number';
}
