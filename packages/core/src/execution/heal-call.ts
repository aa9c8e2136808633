import type { CatalogReader } from '../catalog/catalog-reader.ts';
import { isObject, type JsonObject } from '../catalog/json.ts';
import type { Tool } from '../catalog/tool.ts';
import type { CommandError } from '../result/result.ts';
import { canBeField, readArguments } from './heal-arguments.ts';
import { readName, spell, withoutHostPrefix } from './heal-name.ts';

/** The fields of a dispatcher. */
export interface CallShape {
  /** Holds the name of the tool: `command`, `toolName`, … */
  readonly name: string;
  /** Holds the arguments of the tool: `input`, `args`, … */
  readonly args: string;
  /** The dispatcher's other fields. */
  readonly others: readonly string[];
  /** Names such as `afd-more` that the dispatcher runs although the catalog has no tool of that name. */
  readonly builtIn?: readonly string[];
}

/** The names of a tool list. */
export interface NamesInList {
  /** The id of the tool with this listed name. */
  idOf(listedName: string): string | undefined;
}

/** A call in the dispatcher's own form, with what was changed, or why it has no single meaning. */
export type HealedCall =
  | { readonly input: JsonObject; readonly warnings: readonly string[]; readonly error?: undefined }
  | { readonly error: CommandError };

const NO_WARNINGS: readonly string[] = [];
/** Where models put the name of a tool. */
const NAME_FIELDS = ['command', 'name', 'tool', 'toolName', 'tool_name'];

/**
 * Brings a call into the dispatcher's own form: the name from another field or with a host's prefix, the arguments from
 * another field, from the fields beside the name, or from JSON text. The tool's own schema decides between two readings;
 * if it allows both, the error shows both.
 */
export function healCall(catalog: CatalogReader, shape: CallShape, given: JsonObject, names?: NamesInList): HealedCall {
  const field = nameField(catalog, shape, given);
  // Without a name, the validation of the dispatcher's own fields explains what is missing.
  if (typeof field !== 'string') return field ?? { input: given, warnings: NO_WARNINGS };
  const sent = given[field] as string;
  const lookup = catalog.lookup(sent);
  if (lookup.found && isOrdinary(shape, given, lookup.entry.tool)) return { input: given, warnings: NO_WARNINGS };
  const named = lookup.found
    ? { tool: lookup.entry.tool, name: sent, warnings: NO_WARNINGS }
    : (listedTool(catalog, sent, names) ?? nameOf(catalog, shape, sent));
  if ('error' in named) return named;
  const rest = Object.fromEntries(Object.entries(given).filter(([key]) => key !== field));
  const read = readArguments(named.tool, { ...shape, called: named.name }, rest);
  if ('error' in read) return read;
  const moved = field === shape.name ? NO_WARNINGS : [`${shape.name}: taken from '${field}'`];
  return {
    input: { [shape.name]: named.name, ...read.fields },
    warnings: [...moved, ...named.warnings, ...read.warnings],
  };
}

interface NamedTool {
  /** Absent for an unknown name. */
  readonly tool: Tool | undefined;
  readonly name: string;
  readonly warnings: readonly string[];
}

/** A name of the caller's tool list is not a mistake: no warning. */
function listedTool(catalog: CatalogReader, sent: string, names: NamesInList | undefined): NamedTool | undefined {
  const id = names?.idOf(sent);
  const lookup = id === undefined ? undefined : catalog.lookup(id);
  return lookup?.found ? { tool: lookup.entry.tool, name: lookup.entry.tool.id, warnings: NO_WARNINGS } : undefined;
}

/** The field that holds the name: the dispatcher's own, else the only other one whose value can be a name. */
function nameField(catalog: CatalogReader, shape: CallShape, given: JsonObject): string | HealedCall | undefined {
  if (given[shape.name] !== undefined) return typeof given[shape.name] === 'string' ? shape.name : undefined;
  const fields = NAME_FIELDS.filter((field) => typeof given[field] === 'string' && given[field] !== '');
  if (fields.length <= 1) return fields[0];
  const known = fields.filter((field) => isKnown(catalog, shape, given[field] as string));
  if (known.length <= 1) return known[0];
  const [one = '', two = ''] = known.map((field) => `'${String(given[field])}' (from '${field}')`);
  return {
    error: {
      code: 'VALIDATION_ERROR',
      message: `The call names two commands: ${one} and ${two}`,
      suggestion: `Put the one to run into '${shape.name}' and its arguments into '${shape.args}'.`,
      details: { readings: known.map((field) => ({ [shape.name]: given[field] })) },
    },
  };
}

function isKnown(catalog: CatalogReader, { builtIn = [] }: CallShape, name: string): boolean {
  return builtIn.includes(name) || readName(catalog, name).kind !== 'unknown';
}

/** Whether the call has the dispatcher's own form, and no other reading. Runs on every call: allocates nothing. */
function isOrdinary(shape: CallShape, given: JsonObject, tool: Tool): boolean {
  const args = given[shape.args];
  if (args !== undefined && !isObject(args)) return false;
  if (args !== undefined && canBeField(tool, shape.args)) return false;
  for (const key in given) {
    if (key === shape.name || key === shape.args || !Object.hasOwn(given, key)) continue;
    if (!shape.others.includes(key)) return false;
    if (args === undefined && canBeField(tool, key)) return false;
  }
  return true;
}

function nameOf(
  catalog: CatalogReader,
  { name: field, builtIn = [] }: CallShape,
  sent: string,
): NamedTool | { readonly error: CommandError } {
  const reading = readName(catalog, sent);
  if (reading.kind === 'ambiguous') return { error: ambiguousName(sent, reading.ids) };
  const spelling = withoutHostPrefix(sent) ?? spell(sent);
  const own = reading.kind === 'unknown' ? builtIn.find((name) => spell(name) === spelling) : undefined;
  const { tool, address = own ?? sent } = reading.kind === 'healed' ? reading : { tool: undefined };
  return {
    tool,
    name: address,
    warnings: address === sent ? NO_WARNINGS : [`${field}: read '${sent}' as '${address}'`],
  };
}

/** The error for a name that several tools could mean. */
export function ambiguousName(sent: string, ids: readonly string[]): CommandError {
  return {
    code: 'COMMAND_NOT_FOUND',
    message: `'${sent.slice(0, 80)}' is ambiguous: it can mean ${ids.length} commands`,
    suggestion: `Use one of ${ids.map((id) => `'${id}'`).join(', ')}.`,
    details: { candidates: ids },
  };
}

/** Heals every entry of a list of calls (`afd-batch`, `afd-pipe`). An entry that is a text is the name of a command. */
export function healCalls(
  catalog: CatalogReader,
  { list: field, ...shape }: CallShape & { readonly list: string },
  given: JsonObject,
  names?: NamesInList,
): HealedCall {
  const list = given[field];
  if (!Array.isArray(list)) return { input: given, warnings: NO_WARNINGS };
  const warnings: string[] = [];
  let changed = false;
  const entries: unknown[] = [];
  for (const [index, entry] of list.entries()) {
    const call = typeof entry === 'string' ? { [shape.name]: entry } : entry;
    if (!isObject(call)) {
      entries.push(entry);
      continue;
    }
    const healed = healCall(catalog, shape, call, names);
    if (healed.error) return { error: atEntry(healed.error, `${field}[${index}]`) };
    changed ||= healed.input !== entry;
    entries.push(healed.input);
    if (call !== entry) warnings.push(`${field}[${index}]: read '${String(entry)}' as the name of a command`);
    warnings.push(...healed.warnings.map((warning) => `${field}[${index}].${warning}`));
  }
  return { input: changed ? { ...given, [field]: entries } : given, warnings };
}

function atEntry(error: CommandError, place: string): CommandError {
  return { ...error, message: `${place}: ${error.message}` };
}
