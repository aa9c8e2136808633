import { createMcpServer, type ToolStrategy } from '@foldout/server';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import type { CapturedCatalog } from './captured-catalogs.ts';
import { CapturedSource } from './captured-source.ts';

const INFO = { name: 'bench', version: '1.0.0' };

export interface Listed {
  readonly name: string;
}

/** What a real client lists of these catalogs at once, all pages. A session of the legacy era: only that has `dynamic`. */
export async function listSurface(
  catalogs: readonly CapturedCatalog[],
  toolStrategy: ToolStrategy,
): Promise<readonly Listed[]> {
  const sources = catalogs.map((catalog) => new CapturedSource(catalog));
  const server = createMcpServer({ ...INFO, sources, toolStrategy, log: () => {} });
  const [near, far] = InMemoryTransport.createLinkedPair();
  server.connect(far);
  const client = new Client(INFO, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(near);
  try {
    return (await client.listTools()).tools;
  } finally {
    await client.close();
    await server.stop();
  }
}

const LEGAL = /^[a-zA-Z0-9_-]{1,64}$/;

/** Names that a host would refuse, or that stand twice. */
export function nameProblems(tools: readonly Listed[]): string[] {
  const seen = new Set<string>();
  return tools.flatMap(({ name }) => {
    const problem = !LEGAL.test(name) ? 'is not legal' : seen.has(name) ? 'stands twice' : undefined;
    seen.add(name);
    return problem ? [`'${name}' ${problem}`] : [];
  });
}
