import type { z } from 'zod';
import { type CommandSchema, convertSchema } from '../catalog/command-schema.ts';
import { isObject, type JsonObject, type JsonSchema } from '../catalog/json.ts';
import type { Validated } from '../catalog/source.ts';
import { signatureOf } from '../levels/signature.ts';
import type { CommandError } from '../result/result.ts';
import { brief, coerce } from './coerce.ts';
import { explainIssues } from './explain-issues.ts';
import { suggestRepair, unknownFields } from './repair.ts';

/** How many unknown fields a warning names; the rest are counted. */
const MAX_IGNORED = 8;
const NO_WARNINGS: readonly string[] = [];

export type InputCheck =
  | { readonly valid: true; readonly value: unknown; readonly warnings: readonly string[] }
  | { readonly valid: false; readonly error: CommandError };

/** What an input is checked against. `address` is the name that error messages use. */
export interface InputRules {
  readonly address: string;
  readonly inputSchema: JsonSchema;
  validate(input: JsonObject): Validated | Promise<Validated>;
}

/** The rules of a Zod schema; for the arguments of meta-tools. */
export function zodRules(address: string, schema: z.ZodType & CommandSchema): SyncRules {
  return {
    address,
    get inputSchema() {
      return convertSchema(schema, 'input');
    },
    validate: (input) => {
      const parsed = schema.safeParse(input);
      return parsed.success ? { valid: true, value: parsed.data } : { valid: false, issues: parsed.error.issues };
    },
  };
}

export interface SyncRules extends InputRules {
  validate(input: JsonObject): Validated;
}

/**
 * Checks an input. Mistakes with one possible meaning (`"5"` for 5) are corrected, and a warning says so.
 * Synchronous if the schema validates synchronously, so most calls need no extra turn of the event loop.
 */
export function validateInput(rules: SyncRules, input: unknown): InputCheck;
export function validateInput(rules: InputRules, input: unknown): InputCheck | Promise<InputCheck>;
export function validateInput(rules: InputRules, input: unknown): InputCheck | Promise<InputCheck> {
  const { value, notes } = isObject(input)
    ? { value: input, notes: NO_WARNINGS }
    : coerce(input ?? {}, { type: 'object' });
  if (!isObject(value)) return invalid(rules, {}, [`input: expected an object, got ${brief(input)}`], []);
  const first = check(rules, value);
  return first instanceof Promise
    ? first.then((outcome) => acceptOrHeal(rules, value, notes, outcome))
    : acceptOrHeal(rules, value, notes, first);
}

function acceptOrHeal(
  rules: InputRules,
  input: JsonObject,
  notes: readonly string[],
  first: Validated,
): InputCheck | Promise<InputCheck> {
  if (first.valid) return { valid: true, value: first.value, warnings: join(notes, ignoredFields(rules, input)) };
  const coerced = coerce(input, rules.inputSchema);
  const conclude = (second: Validated): InputCheck => {
    if (!second.valid) return explained(rules, input, first);
    return {
      valid: true,
      value: second.value,
      warnings: [...notes, ...coerced.notes, ...ignoredFields(rules, input)],
    };
  };
  if (coerced.notes.length === 0 || !isObject(coerced.value)) return conclude(first);
  const second = check(rules, coerced.value);
  return second instanceof Promise ? second.then(conclude) : conclude(second);
}

function explained(rules: InputRules, input: JsonObject, { issues }: Extract<Validated, { valid: false }>): InputCheck {
  const lines = explainIssues(issues, input, rules.inputSchema);
  return invalid(
    rules,
    input,
    lines.map((issue) => issue.line),
    lines.map(({ path, expected, got }) => ({ path, expected, got })),
  );
}

function check(rules: InputRules, input: JsonObject): Validated | Promise<Validated> {
  try {
    const checked = rules.validate(input);
    return checked instanceof Promise ? checked.catch(unchecked) : checked;
  } catch (error) {
    return unchecked(error);
  }
}

/** The result if a validator throws: hostile nesting can overflow its stack, and the schema can be broken. */
function unchecked(error: unknown): Validated {
  return { valid: false, issues: [{ path: [], message: `could not be checked (${String(error).slice(0, 120)})` }] };
}

/** Most calls have no warnings: return a list as it is instead of copying it. */
function join(a: readonly string[], b: readonly string[]): readonly string[] {
  if (a.length === 0) return b;
  return b.length === 0 ? a : [...a, ...b];
}

function ignoredFields({ inputSchema }: InputRules, input: JsonObject): readonly string[] {
  const unknown = unknownFields(input, inputSchema);
  if (unknown.length === 0) return NO_WARNINGS;
  const lines = unknown
    .slice(0, MAX_IGNORED)
    .map(
      ({ field, meant }) =>
        `${brief(field)} is not a field of this command${meant ? `; did you mean '${meant}'?` : ''}`,
    );
  const rest = unknown.length - lines.length;
  return rest > 0 ? [...lines, `${rest} more fields are unknown`] : lines;
}

function invalid(
  { address, inputSchema }: InputRules,
  input: unknown,
  lines: readonly string[],
  issues: readonly unknown[],
): InputCheck {
  const repair = suggestRepair(input, coerce(input, inputSchema).value, inputSchema);
  const signature = signatureOf({ name: address, inputSchema });
  return {
    valid: false,
    error: {
      code: 'VALIDATION_ERROR',
      message: `Invalid input for '${address}': ${lines.length > 1 ? lines.map((line) => `\n- ${line}`).join('') : lines[0]}`,
      suggestion: repair
        ? `${repair.incomplete ? 'Replace each <…> and send' : 'Send'} ${repair.json}.`
        : 'Correct these fields and call it again.',
      details: { issues, signature, ...(repair && { repaired: repair.input }) },
    },
  };
}
