import { own } from '@foldout/core/internal';
import type { NamedServer, NamedTool } from '../names/named-tools.ts';

/** Maximum number of servers that a skill lists. */
const NAMED = 40;
const COMPOSED = ['$ref', 'anyOf', 'oneOf', 'allOf'];
const SAMPLES: ReadonlyMap<string, string> = new Map([
  ['string', "'…'"],
  ['number', '1'],
  ['integer', '1'],
  ['boolean', 'true'],
]);

const NONE = { server: 'server', tool: 'tool', words: 'what you need', original: 'server', address: 'server/tool' };
const PLAIN_NAME = /^[A-Za-z0-9._/-]{1,160}$/;

export interface RealExample {
  readonly server: string;
  readonly tool: string;
  /** An example query: server and tool name as words. */
  readonly words: string;
  readonly input: string;
  /** The server's own name. */
  readonly original: string;
  /** `server/tool` with the names that calls use. */
  readonly address: string;
  /** The input as JSON. */
  readonly json: string;
}

/** Names of the `most` largest servers, in the order of the tree. Names only: upstream text must not get into a skill. */
export function serverNames(servers: readonly NamedServer[], most = NAMED): string[] {
  const largest = [...servers].sort((a, b) => b.tools.length - a.tools.length).slice(0, most);
  return servers.filter((server) => largest.includes(server)).map(({ folder }) => folder);
}

/** A simple tool of the largest server, for the examples in a skill. */
export function realExample(servers: readonly NamedServer[]): RealExample {
  const [largest] = [...servers].sort((a, b) => b.tools.length - a.tools.length);
  const simplest = [...(largest?.tools ?? [])].sort((a, b) => cost(a) - cost(b))[0];
  if (!largest || !simplest) return { ...NONE, input: '{}', json: '{}' };
  const words = simplest.name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  const address = `${largest.server}/${simplest.tool.name}`;
  return {
    server: largest.folder,
    tool: simplest.name,
    words: `${largest.folder} ${words}`,
    input: inputOf(simplest),
    original: PLAIN_NAME.test(largest.server) ? largest.server : NONE.original,
    // A name with other characters could be a sentence.
    address: PLAIN_NAME.test(address) ? address : NONE.address,
    json: jsonOf(sampleOf(simplest)),
  };
}

/** Prefers a tool with a sample input, that only reads, with one required parameter. */
function cost(named: NamedTool): number {
  const required = requiredOf(named).length;
  return (sampleOf(named) ? 0 : 100) + (named.tool.mutation ? 10 : 0) + Math.abs(required - 1);
}

function inputOf(named: NamedTool): string {
  return sampleOf(named) ?? '/* input: see its file */';
}

/** A sample as JSON: `{ id: '…' }` becomes `{"id":"…"}`. */
function jsonOf(sample: string | undefined): string {
  return (sample ?? '{}').replaceAll("'", '"').replace(/([{,] )([A-Za-z_$][\w$]*):/g, '$1"$2":');
}

/** A sample input that contains no upstream text except parameter names; undefined if the schema is not simple enough. */
function sampleOf(named: NamedTool): string | undefined {
  const { inputSchema } = named.tool;
  if (COMPOSED.some((keyword) => Object.hasOwn(inputSchema, keyword))) return undefined;
  const { properties } = inputSchema;
  const fields = requiredOf(named).map((key) => {
    const value = isPlainKey(key) ? sampleValue(own(properties, key)) : undefined;
    return value && `${key}: ${value}`;
  });
  if (fields.includes(undefined)) return undefined;
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
}

function sampleValue(schema: unknown): string | undefined {
  const isChoice = [...COMPOSED, 'enum', 'const'].some((keyword) => own(schema, keyword) !== undefined);
  const type = own(schema, 'type');
  return isChoice || typeof type !== 'string' ? undefined : SAMPLES.get(type);
}

function isPlainKey(key: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(key);
}

function requiredOf({ tool }: NamedTool): string[] {
  const { required } = tool.inputSchema;
  return Array.isArray(required) ? required.filter((key): key is string => typeof key === 'string') : [];
}
