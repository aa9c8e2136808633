import { z } from 'zod';
import type { CallContext } from '../catalog/call-context.ts';
import type { CatalogEntry } from '../catalog/catalog.ts';
import { annotate, type CommandResult, NATIVE } from '../result/result.ts';
import type { Dispatcher } from './dispatcher.ts';
import { selectFields } from './select.ts';

const MAX_FIELDS = 50;

export const callInput = z.object({
  command: z.string().min(1),
  input: z.record(z.string(), z.unknown()).optional(),
  select: z.array(z.string().min(1)).max(MAX_FIELDS).optional(),
  context: z.string().optional(),
});
export type CallInput = z.infer<typeof callInput>;

/** Runs one command. With `select`, the result keeps only the named fields. */
export async function runCall(
  dispatcher: Dispatcher,
  { command, input = {}, select }: CallInput,
  context: Partial<CallContext> = {},
  entry?: CatalogEntry,
): Promise<CommandResult> {
  const result = await dispatcher.dispatch(command, input, context, entry);
  if (!select || select.length === 0 || !result.success) return result;
  const { data, missing } = selectFields(result.data, select);
  const { [NATIVE]: _untouched, ...rest } = result as typeof result & { [NATIVE]?: unknown };
  const picked: CommandResult = { ...rest, data };
  return missing.length > 0 ? annotate(picked, { warnings: [`No such fields: ${missing.join(', ')}`] }) : picked;
}
