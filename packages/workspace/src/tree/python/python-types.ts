import type { JsonSchema } from '@foldout/core';
import {
  commentText,
  isObject,
  literalText,
  noteOf,
  own,
  propertiesOf,
  resolvePointer,
  tupleIn,
} from '@foldout/core/internal';

/** Deeper levels of a schema are written as `Any`. */
const DEPTH = 24;
/** Nodes of one type. References that fan out could otherwise make a short schema into a text without end. */
const MAX_NODES = 10_000;
const MAX_ENUM = 500;
const COMMENT_CHARS = 1_000;
const NAME_CHARS = 100;
const ANY = 'Any';
const ANY_OBJECT = 'Dict[str, Any]';

/** Whether a value of the type is written by a script (`input`) or read by it (`output`). */
export type Direction = 'input' | 'output';

interface Place {
  readonly root: JsonSchema;
  readonly direction: Direction;
  readonly depth: number;
  /** References that are being expanded, to detect recursion. */
  readonly seen: ReadonlySet<unknown>;
  /** Prefix of the names of objects found here. */
  readonly name: string;
}

interface Properties {
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
  /** Whether it accepts other keys. */
  readonly open: boolean;
}

/**
 * Writes JSON Schemas as Python type hints that pass `mypy --strict`. Every object with properties becomes a `TypedDict` in
 * functional form, so that any key is possible. Where Python has no type for a schema, the type is wider.
 */
export class PythonTypes {
  readonly #taken = new Set<string>();
  readonly #names = new Map<object, string>();
  #declared: string[] = [];
  #nodes = MAX_NODES;

  /** The statements that declare a type with this name. */
  declare(name: string, schema: JsonSchema, direction: Direction): string {
    this.#taken.add(name);
    this.#nodes = MAX_NODES;
    this.#declared = [];
    this.#names.clear();
    const place: Place = { root: schema, direction, depth: DEPTH, seen: new Set([schema]), name };
    const found = propertiesIn(schema, place);
    const isClosed = found && !(found.open && direction === 'input');
    if (isClosed && (found.properties.size > 0 || own(schema, 'additionalProperties') === false)) {
      this.#names.set(schema, name);
      this.#declareObject(name, found, place);
    } else {
      const type = this.#write(schema, place);
      // Quoted, because it may refer to types that are declared below. A single name is quoted already.
      this.#declared.push(`${name}: TypeAlias = ${/^"\w+"$/.test(type) ? type : literalText(type)}`);
    }
    return this.#declared.join('\n\n');
  }

  #write(schema: unknown, place: Place): string {
    this.#nodes -= 1;
    if (this.#nodes < 0 || place.depth <= 0 || !isObject(schema)) return ANY;
    const written = this.#writeKeywords(schema, place);
    return own(schema, 'nullable') === true ? union([written, 'None']) : written;
  }

  #writeKeywords(schema: JsonSchema, place: Place): string {
    if (Object.hasOwn(schema, 'const')) return literals([schema['const']]);
    const values = own(schema, 'enum');
    if (Array.isArray(values)) return literals(values);
    const ref = referenceIn(schema);
    if (ref !== undefined && Object.keys(schema).every((key) => !COMPOSING.has(key)))
      return this.#reference(ref, place);
    const found = propertiesIn(schema, place);
    if (found && found.properties.size > 0) return this.#object(schema, found, place);
    // Alternatives beside properties, which are not all objects: Python has no intersection of types.
    if (propertiesOf(schema).length > 0 && !Array.isArray(own(schema, 'type'))) return ANY;
    const options = own(schema, 'anyOf') ?? own(schema, 'oneOf');
    if (Array.isArray(options) && options.length > 0) {
      return union(
        options.map((option, index) => this.#write(option, { ...place, name: `${place.name}${index + 1}` })),
      );
    }
    const parts = own(schema, 'allOf');
    if (Array.isArray(parts) && parts.length > 0) return parts.length === 1 ? this.#write(parts[0], place) : ANY;
    return this.#ownType(own(schema, 'type'), schema, place);
  }

  #ownType(type: unknown, schema: JsonSchema, place: Place): string {
    if (Array.isArray(type) && type.length > 0) return union(type.map((one) => this.#ownType(one, schema, place)));
    if (typeof type === 'string' && SIMPLE.has(type)) return SIMPLE.get(type) ?? ANY;
    const hasItems = ['items', 'prefixItems'].some((keyword) => own(schema, keyword) !== undefined);
    if (type === 'array' || (type === undefined && hasItems)) return this.#list(schema, place);
    if (type !== 'object') return ANY;
    const isListed = Array.isArray(own(schema, 'type')) && propertiesOf(schema).length > 0;
    return isListed ? this.#write({ ...schema, type }, place) : this.#dictionary(schema, place);
  }

  #list(schema: JsonSchema, place: Place): string {
    const inner = { ...deeper(place), name: `${place.name}Item` };
    const tuple = tupleIn(schema);
    if (!tuple) return `List[${this.#write(own(schema, 'items'), inner)}]`;
    const items = [...tuple.items, ...(isObject(tuple.rest) || tuple.rest === true ? [tuple.rest] : [])];
    return `List[${union(items.map((item, index) => this.#write(item, { ...inner, name: `${inner.name}${index + 1}` })))}]`;
  }

  #dictionary(schema: JsonSchema, place: Place): string {
    const values = own(schema, 'additionalProperties');
    const isPlain = propertiesOf(schema).length === 0 && own(schema, 'patternProperties') === undefined;
    if (!isPlain || !isObject(values)) return ANY_OBJECT;
    return `Dict[str, ${this.#write(values, { ...deeper(place), name: `${place.name}Value` })}]`;
  }

  #object(schema: JsonSchema, found: Properties, place: Place): string {
    // A `TypedDict` refuses other keys, so an input that accepts them may also be a dictionary.
    const open = found.open && place.direction === 'input';
    const known = this.#names.get(schema);
    const name = known ?? this.#freeName(open ? `${place.name}Known` : place.name);
    if (known === undefined) {
      this.#names.set(schema, name);
      this.#declareObject(name, found, place);
    }
    return open ? union([literalText(name), ANY_OBJECT]) : literalText(name);
  }

  #declareObject(name: string, { properties, required }: Properties, place: Place): void {
    const lines = [...properties].flatMap(([key, schema]) => {
      const type = this.#write(schema, { ...deeper(place), name: `${name}${pascalCase(key)}` });
      const note = commentText(noteOf(schema, (description) => description.trim().slice(0, COMMENT_CHARS)));
      // `#:`, because mypy reads `# type:` as a directive.
      const comment = note ? [`        #: ${note}`] : [];
      return [...comment, `        ${literalText(key)}: ${required.has(key) ? 'Required' : 'NotRequired'}[${type}],`];
    });
    const fields = lines.length > 0 ? `{\n${lines.join('\n')}\n    }` : '{}';
    this.#declared.push(`${name} = TypedDict(\n    ${literalText(name)},\n    ${fields},\n)`);
  }

  /** An object is named, so it may refer to itself. Anything else is written in place. */
  #reference(ref: string, place: Place): string {
    const target = resolvePointer(ref, place.root);
    if (!isObject(target)) return ANY;
    const known = this.#names.get(target);
    if (known !== undefined) {
      const isOpen = place.direction === 'input' && propertiesIn(target, place)?.open;
      return isOpen ? union([literalText(known), ANY_OBJECT]) : literalText(known);
    }
    if (place.seen.has(target)) return ANY;
    const name = `${place.name.slice(0, NAME_CHARS)}${pascalCase(ref.split('/').at(-1) ?? '')}`;
    return this.#write(target, { ...deeper(place), name, seen: new Set([...place.seen, target]) });
  }

  #freeName(wanted: string): string {
    const base = wanted.slice(0, NAME_CHARS);
    let name = base;
    for (let count = 2; this.#taken.has(name); count += 1) name = `${base}_${count}`;
    this.#taken.add(name);
    return name;
  }
}

const SIMPLE: ReadonlyMap<string, string> = new Map([
  ['string', 'str'],
  ['boolean', 'bool'],
  ['null', 'None'],
  // mypy accepts an `int` where a `float` is declared.
  ['number', 'float'],
  ['integer', 'int'],
]);
const COMPOSING: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'properties']);
const CONDITIONS = ['then', 'else', 'dependentSchemas', 'dependencies'];

function isOpen(schema: JsonSchema): boolean {
  const others = [own(schema, 'additionalProperties'), own(schema, 'unevaluatedProperties')];
  return (
    others.some((values) => values === true || isObject(values)) ||
    [...CONDITIONS, 'patternProperties'].some((keyword) => isObject(own(schema, keyword)))
  );
}

function deeper(place: Place): Place {
  return { ...place, depth: place.depth - 1 };
}

function referenceIn(schema: JsonSchema): string | undefined {
  const ref = own(schema, '$ref') ?? own(schema, '$recursiveRef') ?? own(schema, '$dynamicRef');
  return typeof ref === 'string' ? ref : undefined;
}

/**
 * The properties of an object, with those of its `allOf`, reference and alternatives. Properties of alternatives are optional.
 * Undefined if a part may be something else than an object.
 */
function propertiesIn(schema: JsonSchema, place: Place, depth = 8): Properties | undefined {
  const type = own(schema, 'type');
  if (depth === 0 || (type !== undefined && type !== 'object')) return undefined;
  const listed = propertiesOf(schema);
  const names = own(schema, 'required');
  const properties = new Map(listed.map(({ key, schema: property }) => [key, property]));
  const required = new Set(Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []);
  const ref = referenceIn(schema);
  const parts = [...listIn(schema, 'allOf'), ...(ref === undefined ? [] : [resolvePointer(ref, place.root)])];
  const options = [...listIn(schema, 'anyOf'), ...listIn(schema, 'oneOf')];
  // A union of objects that share nothing stays a union.
  if (listed.length === 0 && options.length > 0) return undefined;
  let open = isOpen(schema);
  for (const [index, part] of [...parts, ...options].entries()) {
    const found = isObject(part) ? propertiesIn(part, place, depth - 1) : undefined;
    if (!found) return undefined;
    for (const [key, property] of found.properties) if (!properties.has(key)) properties.set(key, property);
    open ||= found.open || (found.properties.size === 0 && index >= parts.length);
    if (index < parts.length) for (const key of found.required) required.add(key);
  }
  for (const key of required) if (!properties.has(key) && properties.size > 0) properties.set(key, true);
  return { properties, required, open };
}

function listIn(schema: JsonSchema, keyword: string): readonly unknown[] {
  const list = own(schema, keyword);
  return Array.isArray(list) ? list : [];
}

function union(parts: readonly string[]): string {
  const known = [...new Set(ONE_OF.reduce<readonly string[]>(widened, parts))];
  if (known.length === 0 || known.includes(ANY)) return ANY;
  return known.length === 1 ? (known[0] ?? ANY) : `Union[${known.join(', ')}]`;
}

/** mypy cannot choose between two types of lists by the elements of a literal, so several become one. */
const ONE_OF = [
  { start: 'List[', type: 'List[Any]' },
  { start: 'Dict[', type: ANY_OBJECT },
];

function widened(parts: readonly string[], { start, type }: (typeof ONE_OF)[number]): string[] {
  const several = new Set(parts.filter((part) => part.startsWith(start))).size > 1;
  return parts.map((part) => (several && part.startsWith(start) ? type : part));
}

/** Python has literal types of strings, whole numbers, booleans and `None` only. */
function literals(values: readonly unknown[]): string {
  if (values.length === 0) return ANY;
  const shown = values.slice(0, MAX_ENUM + 1);
  const isShort = shown.length <= MAX_ENUM;
  const texts = shown.flatMap((value) => (isShort ? literalOf(value) : undefined) ?? []);
  const kinds = shown.filter((value) => !isShort || literalOf(value) === undefined).map(kindOf);
  return union([...(texts.length > 0 ? [`Literal[${[...new Set(texts)].join(', ')}]`] : []), ...kinds]);
}

function literalOf(value: unknown): string | undefined {
  // mypy reads a literal with `|` in a functional `TypedDict` as a union of types.
  if (typeof value === 'string') return value.includes('|') ? undefined : literalText(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value === null) return 'None';
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'List[Any]';
  if (typeof value === 'object' && value !== null) return ANY_OBJECT;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'int' : 'float';
  return typeof value === 'string' ? 'str' : typeof value === 'boolean' ? 'bool' : 'None';
}

function pascalCase(text: string): string {
  const words = text.normalize('NFKD').match(/[A-Za-z0-9]+/g) ?? [];
  return words
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
    .slice(0, 60);
}
