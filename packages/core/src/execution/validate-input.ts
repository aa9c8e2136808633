import type { CatalogEntry } from '../catalog/catalog.ts';
import { isObject, type JsonObject } from '../catalog/json.ts';
import type { Validated } from '../catalog/source.ts';
import { propertiesOf } from '../levels/properties.ts';
import { signatureOf } from '../levels/signature.ts';
import type { CommandError } from '../result/result.ts';
import { brief, coerce } from './coerce.ts';
import { explainIssues } from './explain-issues.ts';
import { suggestRepair, unknownFields } from './repair.ts';

/** Fields a command does not have, named one by one; the rest are counted. */
const MAX_IGNORED = 8;

export type InputCheck =
  | { readonly valid: true; readonly value: unknown; readonly warnings: readonly string[] }
  | { readonly valid: false; readonly error: CommandError };

/** Checks an input against a tool's schema. What can be put right safely is put right, and disclosed. */
export async function validateInput(entry: CatalogEntry, given: unknown, address: string): Promise<InputCheck> {
  const { tool } = entry;
  const { value: input, notes } = isObject(given)
    ? { value: given, notes: NOTHING }
    : coerce(given ?? {}, { type: 'object' });
  if (!isObject(input)) {
    return invalid(entry, address, {}, [`input: expected an object, got ${brief(given)}`], []);
  }
  const first = await check(entry, input);
  if (first.valid) return { valid: true, value: first.value, warnings: join(notes, ignoredFields(entry, input)) };

  const coerced = coerce(input, tool.inputSchema);
  if (coerced.notes.length > 0 && isObject(coerced.value)) {
    const second = await check(entry, coerced.value);
    if (second.valid) {
      return {
        valid: true,
        value: second.value,
        warnings: [...notes, ...coerced.notes, ...ignoredFields(entry, input)],
      };
    }
  }
  const issues = explainIssues(first.issues, input, tool.inputSchema);
  return invalid(
    entry,
    address,
    input,
    issues.map((issue) => issue.line),
    issues.map(({ path, expected, got }) => ({ path, expected, got })),
  );
}

function check({ tool, source }: CatalogEntry, input: JsonObject): Validated | Promise<Validated> {
  try {
    const checked = source.validate(tool, input);
    return checked instanceof Promise ? checked.catch(unchecked) : checked;
  } catch (error) {
    return unchecked(error);
  }
}

/** A schema can overflow the stack on hostile nesting, or be broken itself. */
function unchecked(error: unknown): Validated {
  return { valid: false, issues: [{ path: [], message: `could not be checked (${String(error).slice(0, 120)})` }] };
}

const NOTHING: readonly string[] = [];

/** Most calls have nothing to disclose, and then there is nothing to copy. */
function join(a: readonly string[], b: readonly string[]): readonly string[] {
  if (a.length === 0) return b;
  return b.length === 0 ? a : [...a, ...b];
}

function ignoredFields({ tool }: CatalogEntry, input: JsonObject): readonly string[] {
  const unknown = unknownFields(input, tool.inputSchema);
  if (unknown.length === 0) return NOTHING;
  const lines = unknown
    .slice(0, MAX_IGNORED)
    .map(
      ({ field, meant }) =>
        `${brief(field)} is not a field of this command${meant ? `; did you mean '${meant}'?` : ''}`,
    );
  const rest = unknown.length - lines.length;
  return rest > 0 ? [...lines, `${rest} more fields are not of this command`] : lines;
}

function invalid(
  { tool }: CatalogEntry,
  address: string,
  input: unknown,
  lines: readonly string[],
  issues: readonly unknown[],
): InputCheck {
  const repairable = propertiesOf(tool.inputSchema).length > 0;
  const repaired = suggestRepair(coerce(input, tool.inputSchema).value, tool.inputSchema);
  const signature = signatureOf(tool, address);
  // Where nothing could be repaired, "try" would send the agent back with what was just refused.
  const attempt = !repairable || isSame(repaired, input) ? '' : `, or try ${JSON.stringify(repaired)}`;
  return {
    valid: false,
    error: {
      code: 'VALIDATION_ERROR',
      message: `Invalid input for '${address}': ${lines.length > 1 ? lines.map((line) => `\n- ${line}`).join('') : lines[0]}`,
      suggestion: `Call afd-detail with command '${address}' to see the expected input schema${attempt}.`,
      details: { issues, signature, ...(repairable && { repaired }) },
    },
  };
}

function isSame(repaired: JsonObject, input: unknown): boolean {
  if (!isObject(input) || Object.keys(input).length !== Object.keys(repaired).length) return false;
  return Object.entries(repaired).every(([key, value]) => Object.hasOwn(input, key) && input[key] === value);
}
