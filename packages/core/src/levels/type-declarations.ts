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
  type Written,
  within,
  writeType,
} from './type-writer.ts';

/** Nobody reads types deeper than this; a schema that goes on is `unknown` from there. */
const DEPTH = 24;
const COMMENT_CHARS = 1_000;
const ANYTHING = '{ [key: string]: unknown }';
const NOTHING = 'Record<string, never>';
/** Names that the written types themselves use. */
const TAKEN = ['Promise', 'Record'];

/**
 * The types of one file as declarations that compile under `strict`. What a schema refers to becomes a declaration of
 * its own, so that a type may hold itself; property comments carry descriptions, defaults and limits.
 */
export class TypeDeclarations {
  readonly #taken: Set<string>;
  readonly #names = new Map<object, string>();
  readonly #waiting: { readonly name: string; readonly schema: JsonSchema; readonly root: JsonSchema }[] = [];
  readonly #form: TypeForm;

  /** `taken`: names that the file uses for something else. */
  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set([...TAKEN, ...taken]);
    this.#form = {
      maxEnum: 500,
      manyValues: (_shown, values) => kindsOf(values),
      reference: (ref, place) => this.#reference(ref, place),
      object: writeObject,
    };
  }

  /** The declaration of a whole schema under this name, exported, followed by what it refers to. */
  declare(name: string, schema: JsonSchema): string {
    this.#taken.add(name);
    this.#names.set(schema, name);
    const declared = [`export ${this.#declaration(name, schema, schema)}`];
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      declared.push(this.#declaration(next.name, next.schema, next.root));
    }
    return declared.join('\n\n');
  }

  #declaration(name: string, schema: JsonSchema, root: JsonSchema): string {
    const around = 'nothing';
    const { text } = writeType(schema, { root, form: this.#form, depth: DEPTH, seen: new Set(), around, indent: '' });
    // No interface: its values would not fit where another tool takes any object.
    return `type ${name} = ${text};`;
  }

  #reference(ref: string, { root, around }: Place): Written {
    const target = resolvePointer(ref, root);
    if (target === false) return plainText('never');
    if (!isObject(target) || !isObject(root)) return UNKNOWN;
    // A name that stands for itself is no type; inside of an object or a list it is.
    const isSafe = around === 'object' || around === 'list';
    if (!isSafe && reachesItself(target, root, around === 'tuple')) return UNKNOWN;
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
    const said = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
    const base = /^[A-Z]/.test(said) ? said.slice(0, 60) : `Type${said.slice(0, 60)}`;
    let name = base;
    for (let count = 2; this.#taken.has(name); count += 1) name = `${base}${count}`;
    this.#taken.add(name);
    return name;
  }
}

const UNCLEAN = ['  ', '*/', '@'];

/** A text that may stand in a comment: on one line, without anything that ends it, hides in it, or speaks to the compiler. */
export function commentText(text: string): string {
  // Most texts have nothing to clean.
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
    // A named property has to fit the type of the others, and one that may be missing fits none but this.
    const alike = properties.every(({ property, type }) => property.required && type === others.text);
    lines.push(`[key: string]: ${alike ? others.text : 'unknown'};`);
  }
  return plainText(`{\n${lines.map((line) => inner.indent + line).join('\n')}\n${place.indent}}`);
}

/** Every object has a `toString` and the like already: what need not be there has to fit that one, too. */
function propertyType({ key, schema, required }: Property, place: Place): string {
  return required || !(key in Object.prototype) ? writeType(schema, place).text : 'unknown';
}

/** What a schema with properties asks for and does not list. */
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

/** The type of values under keys that are not named; undefined where the schema promises none. */
function otherValues(schema: JsonSchema, place: Place): Written | undefined {
  const additional = own(schema, 'additionalProperties');
  if (additional === undefined && hasConditions(schema)) return UNKNOWN;
  const patterns = own(schema, 'patternProperties');
  const said = [
    additional ?? own(schema, 'unevaluatedProperties'),
    ...(isObject(patterns) ? Object.values(patterns) : []),
  ].filter((values) => isObject(values) || values === true);
  return said.length > 0 ? union(said.map((values) => writeType(values, place))) : undefined;
}

/** Whether further properties may be named where something else holds. */
function hasConditions(schema: JsonSchema): boolean {
  const parts = own(schema, 'allOf');
  const conditions = ['then', 'else', 'dependentSchemas', 'dependencies'];
  return [schema, ...(Array.isArray(parts) ? parts : [])].some((part) =>
    conditions.some((keyword) => isObject(own(part, keyword))),
  );
}

/** Whether following references, choices and tuples, into no object (and no list), comes back to the start. */
function reachesItself(start: JsonSchema, root: JsonSchema, throughLists: boolean): boolean {
  const seen = new Set<unknown>();
  const waiting = [start];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const one of beside(next, root, throughLists)) {
      if (one === start) return true;
      if (!seen.has(one)) waiting.push(one);
      seen.add(one);
    }
  }
  return false;
}

/** The schemas that say what this one is, without a level between. */
function beside(schema: JsonSchema, root: JsonSchema, throughLists: boolean): JsonSchema[] {
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
