import type { JsonSchema } from '@foldout/core';
import { FunctionError, lineAt } from './function-error.ts';

/** Types nested deeper than this are refused. */
const MAX_DEPTH = 30;
const NUMBER = /-?\d+(?:\.\d+)?/y;
const STRING = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const BLANK = /\s+|\/\/[^\n]*/y;
const COMMENT = /\/\*[\s\S]*?\*\//y;

const PRIMITIVES: ReadonlyMap<string, JsonSchema> = new Map<string, JsonSchema>([
  ['string', { type: 'string' }],
  ['number', { type: 'number' }],
  ['boolean', { type: 'boolean' }],
  ['null', { type: 'null' }],
  ['object', { type: 'object' }],
  ['unknown', {}],
  ['any', {}],
  ['true', { const: true }],
  ['false', { const: false }],
]);
/** Types that no JSON value has. In a union they are left out: `string | undefined` is an optional string. */
const NOTHING: ReadonlySet<string> = new Set(['undefined', 'void', 'never']);

/**
 * Reads TypeScript types as JSON Schemas, without a compiler: primitives, literals, objects, lists, tuples, records,
 * unions, intersections, and the interfaces and type aliases of the same module.
 */
export class TypeReader {
  readonly #source: string;
  readonly #defs: Record<string, JsonSchema> = {};
  #at = 0;
  #depth = 0;
  #doc: string | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  /** The end of the last type that was read. */
  get end(): number {
    return this.#at;
  }

  /** Reads the type at a position. Undefined for `void` and `undefined`. */
  read(at: number): JsonSchema | undefined {
    this.#at = at;
    return this.#union();
  }

  /** The schema with the named types that it refers to. A reference at the top is replaced by its type. */
  standalone(schema: JsonSchema): JsonSchema {
    const name = typeof schema['$ref'] === 'string' ? schema['$ref'].slice('#/$defs/'.length) : undefined;
    const { $ref: _ref, ...rest } = schema;
    const top = name === undefined ? schema : { ...this.#defs[name], ...rest };
    const used = usedNames(top, this.#defs);
    if (used.size === 0) return top;
    return { ...top, $defs: Object.fromEntries([...used].sort().map((each) => [each, this.#defs[each] ?? {}])) };
  }

  #union(): JsonSchema | undefined {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw this.#error('The type is nested too deeply');
    this.#take('|');
    const parts = [this.#intersection()];
    while (this.#take('|')) parts.push(this.#intersection());
    this.#depth -= 1;
    const schemas = parts.filter((part) => part !== undefined);
    return schemas.length > 1 ? unionOf(schemas) : schemas[0];
  }

  #intersection(): JsonSchema | undefined {
    const parts = [this.#postfix()];
    while (this.#take('&')) parts.push(this.#postfix());
    const schemas = parts.filter((part) => part !== undefined);
    return schemas.length > 1 ? { allOf: schemas } : schemas[0];
  }

  #postfix(): JsonSchema | undefined {
    let schema = this.#primary();
    while (this.#peek() === '[' && /^\[\s*\]/.test(this.#source.slice(this.#at))) {
      this.#expect('[');
      this.#expect(']');
      schema = { type: 'array', items: schema ?? {} };
    }
    return schema;
  }

  #primary(): JsonSchema | undefined {
    const next = this.#peek();
    if (next === '(') return this.#between('(', ')', () => this.#union());
    if (next === '{') return this.#object();
    if (next === '[') return this.#tuple();
    const text = this.#match(STRING);
    if (text !== undefined) return { const: unquoted(text) };
    const number = this.#match(NUMBER);
    if (number !== undefined) return { const: Number(number) };
    const start = this.#at;
    const word = this.#match(WORD);
    if (word === undefined) throw this.#error(`A type is expected at '${this.#source.slice(start, start + 20)}'`);
    if (word === 'readonly') return this.#postfix();
    if (NOTHING.has(word)) return undefined;
    const primitive = PRIMITIVES.get(word);
    if (primitive) return primitive;
    if (word === 'Array' || word === 'ReadonlyArray') return { type: 'array', items: this.#argument() ?? {} };
    if (word === 'Record') return this.#record();
    return this.#named(word, start);
  }

  #argument(): JsonSchema | undefined {
    return this.#between('<', '>', () => this.#union());
  }

  #record(): JsonSchema {
    return this.#between('<', '>', () => {
      this.#union();
      this.#expect(',');
      return { type: 'object', additionalProperties: this.#union() ?? {} };
    });
  }

  #tuple(): JsonSchema {
    const items: JsonSchema[] = [];
    this.#expect('[');
    while (!this.#take(']')) {
      items.push(this.#union() ?? {});
      this.#take(',');
    }
    return { type: 'array', prefixItems: items, minItems: items.length, maxItems: items.length };
  }

  #object(): JsonSchema {
    const properties: Record<string, JsonSchema> = {};
    const required: string[] = [];
    let others: JsonSchema | undefined;
    this.#expect('{');
    while (!this.#take('}')) {
      const description = this.#doc;
      if (this.#take('[')) {
        this.#match(WORD);
        this.#expect(':');
        this.#union();
        this.#expect(']');
        this.#expect(':');
        others = this.#union() ?? {};
      } else {
        const key = this.#key();
        const optional = this.#take('?');
        this.#expect(':');
        const schema = this.#union() ?? {};
        properties[key] = { ...schema, ...(description && { description }) };
        if (!optional) required.push(key);
      }
      if (!this.#take(';')) this.#take(',');
    }
    return {
      type: 'object',
      properties,
      ...(required.length > 0 && { required }),
      ...(others && { additionalProperties: others }),
    };
  }

  #key(): string {
    const start = this.#at;
    const text = this.#match(STRING);
    if (text !== undefined) return unquoted(text);
    const word = this.#match(WORD);
    if (word === 'readonly' && this.#peek() !== ':' && this.#peek() !== '?') return this.#key();
    if (word === undefined) throw this.#error('A property is expected here', start);
    return word;
  }

  /** A type that the module declares. It is read once, and every use refers to it. */
  #named(name: string, start: number): JsonSchema {
    const reference = { $ref: `#/$defs/${name}` };
    if (Object.hasOwn(this.#defs, name)) return reference;
    const declared = new RegExp(`^(?:export\\s+)?(?:interface\\s+${name}\\b\\s*|type\\s+${name}\\s*=)`, 'm');
    const found = declared.exec(this.#source);
    if (!found) {
      throw this.#error(
        `The type '${name}' cannot be read: write it as an interface of this file, with string, number, boolean, null, lists, objects and unions`,
        start,
      );
    }
    // Before the type is read, because it may refer to itself.
    this.#defs[name] = {};
    const back = this.#at;
    this.#at = found.index + found[0].length;
    this.#defs[name] = this.#union() ?? {};
    this.#at = back;
    return reference;
  }

  #between<T>(open: string, close: string, read: () => T): T {
    this.#expect(open);
    const value = read();
    this.#expect(close);
    return value;
  }

  #expect(text: string): void {
    if (!this.#take(text))
      throw this.#error(`'${text}' is expected at '${this.#source.slice(this.#at, this.#at + 20)}'`);
  }

  #take(text: string): boolean {
    if (this.#peek() !== text) return false;
    this.#at += text.length;
    return true;
  }

  #peek(): string {
    this.#skip();
    return this.#source[this.#at] ?? '';
  }

  #match(pattern: RegExp): string | undefined {
    this.#skip();
    return this.#matchHere(pattern);
  }

  #matchHere(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const text = pattern.exec(this.#source)?.[0];
    if (text !== undefined) this.#at += text.length;
    return text;
  }

  /** Skips blanks and comments. The last doc comment describes the property after it. */
  #skip(): void {
    const start = this.#at;
    let doc: string | undefined;
    for (;;) {
      if (this.#matchHere(BLANK) !== undefined) continue;
      const comment = this.#matchHere(COMMENT);
      if (comment === undefined) break;
      doc = docText(comment);
    }
    if (this.#at !== start) this.#doc = doc;
  }

  #error(message: string, at = this.#at): FunctionError {
    return new FunctionError(message, lineAt(this.#source, at));
  }
}

/** The text of a `/** … *\/` comment, in one line. */
export function docText(comment: string): string {
  return comment
    .trim()
    .replace(/^\/\*+|\*+\/$/g, '')
    .replace(/^\s*\*/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function unionOf(schemas: readonly JsonSchema[]): JsonSchema {
  const constants = schemas.map((schema) => (Object.hasOwn(schema, 'const') ? [schema['const']] : undefined));
  if (constants.every((constant) => constant !== undefined)) return { enum: constants.flat() };
  return { anyOf: schemas };
}

function unquoted(text: string): string {
  return text.slice(1, -1).replace(/\\(.)/g, '$1');
}

/** The names that a schema refers to, directly or through other named types. */
function usedNames(schema: JsonSchema, defs: Readonly<Record<string, JsonSchema>>): Set<string> {
  const used = new Set<string>();
  const visit = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/"\$ref":"#\/\$defs\/([\w$]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(JSON.stringify(defs[name] ?? {}));
    }
  };
  visit(JSON.stringify(schema));
  return used;
}
