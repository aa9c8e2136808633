import type { NamedServer, NamedTool } from '../names/named-tools.ts';

/** How many servers a skill names; the tree itself lists them all. */
const NAMED = 40;
const COMPOSED = ['$ref', 'anyOf', 'oneOf', 'allOf'];
const SAMPLES: ReadonlyMap<string, string> = new Map([
  ['string', "'…'"],
  ['number', '1'],
  ['integer', '1'],
  ['boolean', 'true'],
]);

export interface RealExample {
  readonly server: string;
  readonly tool: string;
  /** What to look for, in words: the name of the tool, spoken. */
  readonly words: string;
  readonly input: string;
}

/** The servers by name, the largest first where there are too many. Names only: no upstream text gets into a skill. */
export function serverNames(servers: readonly NamedServer[], most = NAMED): string[] {
  const largest = [...servers].sort((a, b) => b.tools.length - a.tools.length).slice(0, most);
  return servers.filter((server) => largest.includes(server)).map(({ folder }) => folder);
}

/** A tool that is there, to show how it is done: one that needs little, of the largest server. */
export function realExample(servers: readonly NamedServer[]): RealExample {
  const [largest] = [...servers].sort((a, b) => b.tools.length - a.tools.length);
  const simplest = [...(largest?.tools ?? [])].sort((a, b) => cost(a) - cost(b))[0];
  if (!largest || !simplest) return { server: 'server', tool: 'tool', words: 'what you need', input: '{}' };
  const words = simplest.name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return { server: largest.folder, tool: simplest.name, words: `${largest.folder} ${words}`, input: inputOf(simplest) };
}

/** A read with one required parameter shows most, if it can be shown as it would be written. */
function cost(named: NamedTool): number {
  const required = requiredOf(named).length;
  return (sampleOf(named) ? 0 : 100) + (named.tool.mutation ? 10 : 0) + Math.abs(required - 1);
}

function inputOf(named: NamedTool): string {
  return sampleOf(named) ?? '/* what its file says */';
}

/** An input that fits the types, without a word of the server but the names of parameters; undefined where that takes more. */
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

function own(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}

function requiredOf({ tool }: NamedTool): string[] {
  const { required } = tool.inputSchema;
  return Array.isArray(required) ? required.filter((key): key is string => typeof key === 'string') : [];
}
