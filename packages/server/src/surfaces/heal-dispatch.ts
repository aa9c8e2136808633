import type { CatalogReader, JsonObject } from '@foldout/core';
import {
  type CallShape,
  type HealedCall,
  healCall,
  healCalls,
  isObject,
  type NamesInList,
  readName,
} from '@foldout/core/internal';

type Heal = (input: JsonObject, catalog: CatalogReader, names?: NamesInList) => HealedCall;

/** `afd-more` is not in the catalog, but every dispatcher can run it. */
const BUILT_IN = ['afd-more'];

/** The `heal` of a dispatcher that runs one tool: its fields for the name and for the arguments, and its other fields. */
export function healOne(name: string, args: string, others: readonly string[] = []): Heal {
  const shape: CallShape = { name, args, others, builtIn: BUILT_IN };
  return (input, catalog, names) => healCall(catalog, shape, input, names);
}

/** The `isPlain` of a dispatcher that runs one tool: a name, an object of arguments, and nothing else. */
export function isPlainCall(name: string, args: string): (input: JsonObject) => boolean {
  return (input) => {
    for (const key in input) if (key !== name && key !== args) return false;
    return typeof input[name] === 'string' && input[name] !== '' && isObject(input[args]);
  };
}

/** The `heal` of a dispatcher that runs a list of calls. */
export function healList(list: string, others: readonly string[]): Heal {
  const shape = { list, name: 'command', args: 'input', others };
  return (input, catalog, names) => healCalls(catalog, shape, input, names);
}

/** Field names that models use for the text of a search. */
const QUERY_FIELDS = ['search', 'query', 'q', 'text', 'keywords'];
/** Field names that models use for the name of a tool. */
const NAME_FIELDS = ['command', 'name', 'tool', 'toolName', 'tool_name', 'commands', 'names', 'tools'];

/** The `heal` of a tool that searches: `field` may have another name. */
export function healQuery(field: string): Heal {
  return (input) => renamed(input, field, QUERY_FIELDS);
}

/** The `heal` of a tool that describes tools: `field` may have another name, and its names the forms of `healOne`. */
export function healNames(field: string): Heal {
  return (input, catalog, names) => {
    const { input: given, warnings } = renamed(input, field, NAME_FIELDS);
    const changes: string[] = [];
    const read = (name: unknown): unknown => {
      if (typeof name !== 'string') return name;
      const listed = names?.idOf(name);
      // The listed name of a tool outside the caller's scope stays as it is: its id would tell that the tool exists.
      const id = listed !== undefined && catalog.lookup(listed).found ? listed : undefined;
      const reading = readName(catalog, name);
      if (reading.kind !== 'healed') return reading.kind === 'unknown' ? (id ?? name) : name;
      if (id === reading.tool.id) return id;
      changes.push(`${field}: read '${name.slice(0, 80)}' as '${reading.address}'`);
      return reading.address;
    };
    const value = given[field];
    const healed = Array.isArray(value) ? value.map(read) : read(value);
    return { input: { ...given, [field]: healed }, warnings: [...warnings, ...changes] };
  };
}

/** If `field` is missing, renames the one argument that can stand for it. */
function renamed(input: JsonObject, field: string, others: readonly string[]) {
  const found =
    isObject(input) && input[field] === undefined ? others.filter((other) => input[other] !== undefined) : [];
  const [other] = found;
  if (other === undefined || found.length > 1) return { input, warnings: [] };
  const { [other]: value, ...rest } = input;
  return { input: { [field]: value, ...rest }, warnings: [`${field}: taken from '${other}'`] };
}
