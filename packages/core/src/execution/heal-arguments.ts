import { canonicalJson, isObject, type JsonObject, own } from '../catalog/json.ts';
import type { Tool } from '../catalog/tool.ts';
import type { CommandError } from '../result/result.ts';

/** Where models put the arguments of a tool. */
const ARGUMENT_FIELDS = ['input', 'args', 'arguments', 'params', 'parameters'];

interface ArgumentShape {
  readonly name: string;
  readonly args: string;
  readonly others: readonly string[];
  /** The name of the tool, for errors. */
  readonly called: string;
  /** The dispatcher documents arguments beside the name, so they cause no warning. */
  readonly flat?: boolean;
}

type ReadArguments =
  | { readonly fields: JsonObject; readonly warnings: readonly string[] }
  | { readonly error: CommandError };

/** One possible meaning of the fields beside a tool's name. */
interface Reading {
  readonly args: JsonObject;
  /** The fields that belong to the dispatcher, such as `select`. */
  readonly own: JsonObject;
  readonly warnings: readonly string[];
}

/** Whether a tool has a parameter of this name, so that a field of this name may belong to the tool. */
export function canBeField(tool: Tool, key: string): boolean {
  return own(own(tool.inputSchema, 'properties'), key) !== undefined;
}

/**
 * Splits the fields beside a tool's name into the dispatcher's fields and the tool's arguments. Without a tool, the most
 * usual reading is taken: the call will fail because of its name.
 */
export function readArguments(tool: Tool | undefined, shape: ArgumentShape, fields: JsonObject): ReadArguments {
  const readings = readingsOf(tool, shape, fields);
  const fitting = tool ? readings.filter(({ args }) => fits(tool, args)) : [];
  const distinct = [
    ...new Map(fitting.map((reading) => [canonicalJson([reading.args, reading.own]), reading])).values(),
  ];
  // The documented form has priority over other possible readings.
  const documented = isDocumented(shape, fields) ? distinct.find(({ warnings }) => warnings.length === 0) : undefined;
  if (!documented && distinct.length > 1) return { error: ambiguous(shape, distinct) };
  const chosen = documented ?? distinct[0] ?? readings[0];
  // Nothing here can be arguments: the validation of the dispatcher's own fields says what is wrong.
  if (!chosen) return { fields, warnings: [] };
  const { args, own: ownFields, warnings } = chosen;
  const isEmpty = Object.keys(args).length === 0 && fields[shape.args] === undefined;
  return { fields: { ...ownFields, ...(!isEmpty && { [shape.args]: args }) }, warnings };
}

function isDocumented({ args, others }: ArgumentShape, fields: JsonObject): boolean {
  return isObject(fields[args]) && Object.keys(fields).every((key) => key === args || others.includes(key));
}

type Entries = readonly (readonly [string, unknown])[];

/** The most usual reading first. */
function readingsOf(tool: Tool | undefined, shape: ArgumentShape, fields: JsonObject): Reading[] {
  const { others, args: field } = shape;
  const isDeclared = (key: string): boolean => tool !== undefined && canBeField(tool, key);
  const isPlace = (key: string): boolean => key === field || ARGUMENT_FIELDS.includes(key);
  const keep = Object.entries(fields).filter(([key]) => others.includes(key));
  const beside = Object.entries(fields).filter(
    ([key, value]) => !others.includes(key) && (value !== null || !isPlace(key) || isDeclared(key)),
  );
  const own = Object.fromEntries(keep);
  const places = beside.filter(([key, value]) => isPlace(key) && argumentsIn(value));
  // The dispatcher's own place first: where no reading fits the tool, the errors are about that one.
  const inPlaces = [...places]
    .sort(([a], [b]) => Number(b === field) - Number(a === field))
    .flatMap((place) => {
      const others = beside.filter((entry) => entry !== place);
      // A second place of arguments is an argument itself only if the tool has a parameter of that name.
      const unused = others.filter(([key]) => isPlace(key) && !isDeclared(key));
      const rest = others.filter((entry) => !unused.includes(entry));
      return placeReadings(tool, field, place, rest, own).map((reading) => withoutPlaces(reading, field, unused));
    });
  const flat = beside.every(([key]) => !isPlace(key) || isDeclared(key))
    ? [{ args: Object.fromEntries(beside), own, warnings: shape.flat ? [] : taken(field, beside) }]
    : [];
  // A field such as `id` can belong to the dispatcher or to the tool.
  const shared = places.length === 0 ? keep.filter(([key]) => isDeclared(key)) : [];
  const moved = shared.length > 0 ? [movedReading(field, shared, keep, beside)] : [];
  return [...inPlaces, ...flat, ...moved];
}

/** The same reading, with a warning about the other places of arguments, which it does not use. */
function withoutPlaces(reading: Reading, field: string, unused: Entries): Reading {
  const differing = unused.filter(([, value]) => canonicalJson(argumentsIn(value)) !== canonicalJson(reading.args));
  const names = differing.map(([key]) => `'${key}'`).join(', ');
  return names ? { ...reading, warnings: [...reading.warnings, `${field}: ${names} not used`] } : reading;
}

function placeReadings(
  tool: Tool | undefined,
  field: string,
  [key, value]: Entries[number],
  rest: Entries,
  own: JsonObject,
): Reading[] {
  const container = argumentsIn(value) ?? {};
  const warnings = [
    ...(key === field ? [] : [`${field}: taken from '${key}'`]),
    ...(typeof value === 'string' ? [`${field}: read JSON text as an object`] : []),
  ];
  const alone = { args: container, own: { ...own, ...Object.fromEntries(rest) }, warnings };
  if (rest.length === 0) return [alone];
  const merged = {
    args: { ...container, ...Object.fromEntries(rest) },
    own,
    warnings: [...warnings, ...taken(field, rest)],
  };
  // Two values for one argument: either may be meant.
  if (rest.some(([other, inner]) => other in container && canonicalJson(container[other]) !== canonicalJson(inner)))
    return [{ ...alone, own }, merged];
  // A field that the tool does not have stays where it is, and a warning names it.
  return tool && !fits(tool, merged.args) ? [alone, merged] : [merged];
}

function movedReading(field: string, shared: Entries, keep: Entries, beside: Entries): Reading {
  const all = [...shared, ...beside];
  const own = Object.fromEntries(keep.filter((entry) => !shared.includes(entry)));
  return { args: Object.fromEntries(all), own, warnings: taken(field, all) };
}

function taken(field: string, entries: Entries): string[] {
  if (entries.length === 0) return [];
  return [`${field}: taken from the fields beside the name: ${entries.map(([key]) => key).join(', ')}`.slice(0, 300)];
}

function argumentsIn(value: unknown): JsonObject | undefined {
  if (isObject(value)) return value;
  if (typeof value !== 'string' || !value.trim().startsWith('{')) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the names of the arguments fit the schema: none is unknown, none is missing. Values are validated later. */
function fits({ inputSchema }: Tool, args: JsonObject): boolean {
  const properties = own(inputSchema, 'properties');
  const required = own(inputSchema, 'required');
  if (Array.isArray(required) && required.some((key) => !Object.hasOwn(args, String(key)))) return false;
  const isOpen = !isObject(properties) || isObject(own(inputSchema, 'patternProperties'));
  return isOpen || Object.keys(args).every((key) => Object.hasOwn(properties, key));
}

function ambiguous({ name, called, args }: ArgumentShape, readings: readonly Reading[]): CommandError {
  const forms = readings.map((reading) => ({ [name]: called, ...reading.own, [args]: reading.args }));
  const texts = forms.map((form) => JSON.stringify(form).slice(0, 300));
  return {
    code: 'VALIDATION_ERROR',
    message: `The call of '${called}' can be read in ${forms.length} ways: ${texts.join(' or ')}`,
    suggestion: `Send the one you mean: every argument of the command belongs into '${args}'.`,
    details: { readings: forms },
  };
}
