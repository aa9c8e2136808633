import { isObject, type JsonSchema, own } from '../catalog/json.ts';
import { keyText, type Property, propertiesOf } from './properties.ts';
import { noteOf } from './property-note.ts';
import { resolvePointer } from './schema-at.ts';
import {
  type Place,
  plainText,
  type TypeForm,
  tupleIn,
  UNKNOWN,
  union,
  type WriteBudget,
  type Written,
  within,
  writeBudget,
  writeType,
} from './type-writer.ts';

/** Deeper levels of a schema are written as `unknown`. */
const DEPTH = 24;
const COMMENT_CHARS = 1_000;
const ANYTHING = '{ [key: string]: unknown }';
const NOTHING = 'Record<string, never>';
/** Global types that the generated types use. */
const RESERVED = ['Promise', 'Record'];

/**
 * Writes the types of one file as declarations that compile under `strict`. A referenced schema becomes its own
 * declaration, so that types can be recursive. Property comments contain descriptions, defaults and limits.
 */
export class TypeDeclarations {
  readonly #taken: Set<string>;
  readonly #names = new Map<object, string>();
  readonly #waiting: { readonly name: string; readonly schema: JsonSchema; readonly root: JsonSchema }[] = [];
  readonly #form: TypeForm;
  #budget = writeBudget();

  /** `taken`: names that the file already uses. */
  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set([...RESERVED, ...taken]);
    this.#form = {
      maxEnum: 500,
      manyValues: (_shown, values) => kindsOf(values),
      reference: (ref, place) => this.#reference(ref, place),
      object: writeObject,
    };
  }

  /** The exported declaration of a schema, followed by the declarations of the schemas it refers to. */
  declare(name: string, schema: JsonSchema): string {
    this.#taken.add(name);
    this.#names.set(schema, name);
    this.#budget = writeBudget();
    const declared = [`export ${this.#declaration(name, schema, schema)}`];
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      declared.push(this.#declaration(next.name, next.schema, next.root));
    }
    return declared.join('\n\n');
  }

  #declaration(name: string, schema: JsonSchema, root: JsonSchema): string {
    const at = { root, form: this.#form, budget: this.#budget, depth: DEPTH, seen: new Set<string>(), indent: '' };
    const { text } = writeType(schema, { ...at, around: 'nothing' });
    // A type alias, because an interface is not assignable to an index signature.
    return `type ${name} = ${text};`;
  }

  #reference(ref: string, { root, around, budget }: Place): Written {
    const target = resolvePointer(ref, root);
    if (target === false) return plainText('never');
    if (!isObject(target) || !isObject(root)) return UNKNOWN;
    // TypeScript rejects `type A = A`. Inside an object or an array the recursion is legal.
    const isSafe = around === 'object' || around === 'list';
    if (!isSafe && reachesItself(target, root, around === 'tuple', budget)) return UNKNOWN;
    const known = this.#names.get(target);
    if (known !== undefined) return plainText(known);
    const name = this.#freeName(ref);
    this.#names.set(target, name);
    this.#waiting.push({ name, schema: target, root });
    return plainText(name);
  }

  /** `#/$defs/user-profile` → `UserProfile`. */
  #freeName(ref: string): string {
    const words = (ref.split('/').at(-1) ?? '').normalize('NFKD').match(/[A-Za-z0-9]+/g) ?? [];
    const pascalCase = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
    const base = /^[A-Z]/.test(pascalCase) ? pascalCase.slice(0, 60) : `Type${pascalCase.slice(0, 60)}`;
    let name = base;
    for (let count = 2; this.#taken.has(name); count += 1) name = `${base}${count}`;
    this.#taken.add(name);
    return name;
  }
}

const UNCLEAN = ['  ', '*/', '@'];

/** Text that is safe in a block comment: one line, no end of comment, no invisible characters, no compiler directive. */
export function commentText(text: string): string {
  // Fast path for most texts.
  if (!/[^ -~]/.test(text) && !UNCLEAN.some((part) => text.includes(part))) return text.trim();
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .replaceAll('*/', '*\\/')
    .replace(/@(?=ts-|jsx)/gi, '@ ')
    .trim();
}

function writeObject(schema: JsonSchema, place: Place): Written {
  if (place.depth <= 0) return plainText(ANYTHING);
  const inner = within(place, { indent: `${place.indent}  ` });
  const others = otherValues(schema, inner);
  const listed = others ? propertiesOf(schema) : [...propertiesOf(schema), ...onlyRequired(schema)];
  const properties = listed.map((property) => ({ property, type: propertyType(property, inner) }));
  if (properties.length === 0) {
    if (others) return plainText(`{ [key: string]: ${others.text} }`);
    return plainText(own(schema, 'additionalProperties') === false ? NOTHING : ANYTHING);
  }
  const lines = properties.flatMap(({ property, type }) => propertyLines(property, type));
  if (others) {
    // TypeScript requires named properties to match the index signature. An optional property matches only `unknown`.
    const alike = properties.every(({ property, type }) => property.required && type === others.text);
    lines.push(`[key: string]: ${alike ? others.text : 'unknown'};`);
  }
  return plainText(`{\n${lines.map((line) => inner.indent + line).join('\n')}\n${place.indent}}`);
}

/**
 * An optional property named like a method of `Object.prototype` (`toString`) must be compatible with that method:
 * `unknown` is.
 */
function propertyType({ key, schema, required }: Property, place: Place): string {
  return required || !(key in Object.prototype) ? writeType(schema, place).text : 'unknown';
}

/** Properties that are in `required` but not in `properties`. */
function onlyRequired(schema: JsonSchema): Property[] {
  const [properties, required] = [own(schema, 'properties'), own(schema, 'required')];
  if (!isObject(properties) || !Array.isArray(required)) return [];
  const keys = new Set(required.filter((key) => typeof key === 'string' && !Object.hasOwn(properties, key)));
  return [...keys].map((key) => ({ key, schema: true, required: true }));
}

function propertyLines({ key, schema, required }: Property, type: string): string[] {
  const note = commentText(noteOf(schema, (description) => description.trim().slice(0, COMMENT_CHARS)));
  const line = `${keyText(key)}${required ? '' : '?'}: ${type};`;
  return note ? [`/** ${note} */`, line] : [line];
}

/** The type of the index signature; undefined if the schema allows no other keys. */
function otherValues(schema: JsonSchema, place: Place): Written | undefined {
  const additional = own(schema, 'additionalProperties');
  if (additional === undefined && hasConditions(schema)) return UNKNOWN;
  const patterns = own(schema, 'patternProperties');
  const schemas = [
    additional ?? own(schema, 'unevaluatedProperties'),
    ...(isObject(patterns) ? Object.values(patterns) : []),
  ].filter((values) => isObject(values) || values === true);
  return schemas.length > 0 ? union(schemas.map((values) => writeType(values, place))) : undefined;
}

/** Whether conditional keywords (`then`, `else`, `dependentSchemas`) may add properties. */
function hasConditions(schema: JsonSchema): boolean {
  const parts = own(schema, 'allOf');
  const conditions = ['then', 'else', 'dependentSchemas', 'dependencies'];
  return [schema, ...(Array.isArray(parts) ? parts : [])].some((part) =>
    conditions.some((keyword) => isObject(own(part, keyword))),
  );
}

/**
 * Whether a schema refers to itself through references, alternatives and tuples only: TypeScript rejects such a type.
 * `throughLists`: array items count too. True when the budget is used up.
 */
function reachesItself(start: JsonSchema, root: JsonSchema, throughLists: boolean, budget: WriteBudget): boolean {
  const seen = new Set<unknown>();
  const waiting = [start];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const schema of sameLevel(next, root, throughLists)) {
      budget.nodes -= 1;
      if (budget.nodes < 0) return true;
      if (schema === start) return true;
      if (!seen.has(schema)) waiting.push(schema);
      seen.add(schema);
    }
  }
  return false;
}

/** The schemas that define this one directly: references, alternatives, tuple items. */
function sameLevel(schema: JsonSchema, root: JsonSchema, throughLists: boolean): JsonSchema[] {
  const refs = ['$ref', '$recursiveRef', '$dynamicRef'].map((keyword) => own(schema, keyword));
  const choices = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => own(schema, keyword));
  const targets = refs.map((ref) => (typeof ref === 'string' ? resolvePointer(ref, root) : undefined));
  const tuple = tupleIn(schema);
  const items = tuple ? [...tuple.items, tuple.rest] : throughLists ? [own(schema, 'items')] : [];
  return [...targets, ...choices, ...items].filter(isObject);
}

function kindsOf(values: readonly unknown[]): string {
  const kinds = values.map((value) => (value === null ? 'null' : typeof value === 'object' ? 'object' : typeof value));
  return [...new Set(kinds)].join(' | ');
}
