import type { NamedServer, NamedTool } from '../names/named-tools.ts';

/** How many servers a skill names; the tree itself lists them all. */
const NAMED = 40;

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

/** A read with one required parameter shows most. */
function cost({ tool }: NamedTool): number {
  const required = requiredOf({ tool });
  return (tool.mutation ? 10 : 0) + Math.abs(required.length - 1);
}

function inputOf(named: NamedTool): string {
  const keys = requiredOf(named).filter((key) => /^[A-Za-z_$][\w$]*$/.test(key));
  return keys.length > 0 ? `{ ${keys.map((key) => `${key}: …`).join(', ')} }` : '{}';
}

function requiredOf({ tool }: Pick<NamedTool, 'tool'>): string[] {
  const { required } = tool.inputSchema;
  return Array.isArray(required) ? required.filter((key): key is string => typeof key === 'string') : [];
}
