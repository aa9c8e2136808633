import { z } from 'zod';
import { type CallContext, createCallContext } from '../catalog/call-context.ts';
import type { CatalogEntry } from '../catalog/catalog.ts';
import { annotate, type CommandResult, failure, NATIVE, type TrustFields } from '../result/result.ts';
import type { Dispatcher } from './dispatcher.ts';
import { filterItems, whereError } from './filter-items.ts';
import { selectFields } from './select.ts';
import { stampResult } from './stamp-result.ts';

const MAX_FIELDS = 50;

export const callInput = z.object({
  command: z.string().min(1),
  input: z.record(z.string(), z.unknown()).optional(),
  select: z.array(z.string().min(1)).max(MAX_FIELDS).optional(),
  where: z.record(z.string(), z.unknown()).optional(),
  context: z.string().optional(),
});
export type CallInput = z.infer<typeof callInput>;

/** Runs one command. With `where`, a list in the result keeps only some items; with `select`, only the named fields are left. */
export async function runCall(
  dispatcher: Dispatcher,
  input: CallInput,
  given: Partial<CallContext> = {},
  entry?: CatalogEntry,
): Promise<CommandResult> {
  const startedAt = performance.now();
  const context = createCallContext(given);
  const isFiltered = input.where !== undefined && Object.keys(input.where).length > 0;
  const error = isFiltered ? whereError(input.where ?? {}) : undefined;
  const result = error ? failure(error) : await dispatcher.dispatch(input.command, input.input ?? {}, context, entry);
  return stampResult(filtered(result, input, isFiltered), context, startedAt);
}

function filtered(result: CommandResult, { select = [], where = {} }: CallInput, isFiltered: boolean): CommandResult {
  if ((select.length === 0 && !isFiltered) || !result.success) return result;
  const { [NATIVE]: native, ...rest } = result as typeof result & { [NATIVE]?: unknown };
  // The data of another server is often JSON in a text.
  const data = native === undefined ? result.data : parsed(result.data);
  const kept = isFiltered ? filterItems(data, where) : { data };
  const selected = select.length > 0 ? selectFields(kept.data, select) : { data: kept.data, missing: [] };
  const { counts } = kept;
  const trust: TrustFields = {
    ...(counts && !result.reasoning && { reasoning: `where: ${counts.matched} of ${counts.of} items` }),
    ...(counts && { metadata: { where: counts } }),
    ...warningsOf(isFiltered && !counts, selected.missing),
  };
  return annotate({ ...rest, data: selected.data }, trust);
}

function parsed(data: unknown): unknown {
  if (typeof data !== 'string' || !/^\s*[[{]/.test(data)) return data;
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}

function warningsOf(hasNoList: boolean, missing: readonly string[]): TrustFields {
  const warnings = [
    ...(hasNoList ? ['where has no effect: the result has no list'] : []),
    ...(missing.length > 0 ? [`No such fields: ${missing.join(', ')}`] : []),
  ];
  return warnings.length > 0 ? { warnings } : {};
}
