import { createMcpServer, type ToolStrategy } from '@foldout/server';
import { CapturedSource } from '../captured-source.ts';
import type { CapturedCatalog } from '../catalogs.ts';
import { connectInMemory, INFO } from '../connections.ts';

export interface Listed {
  readonly name: string;
}

/** All pages of `tools/list` for these catalogs. A modern session has no `dynamic`, so the session is legacy. */
export async function listSurface(
  catalogs: readonly CapturedCatalog[],
  toolStrategy: ToolStrategy,
): Promise<readonly Listed[]> {
  const sources = catalogs.map((catalog) => new CapturedSource(catalog));
  await using connection = await connectInMemory(
    createMcpServer({ ...INFO, sources, toolStrategy, log: () => {} }),
    'legacy',
  );
  return (await connection.client.listTools()).tools;
}

const LEGAL = /^[a-zA-Z0-9_-]{1,64}$/;

/** Names that a host would refuse, and names that are listed twice. */
export function nameProblems(tools: readonly Listed[]): string[] {
  const seen = new Set<string>();
  return tools.flatMap(({ name }) => {
    const problem = !LEGAL.test(name) ? 'is not legal' : seen.has(name) ? 'is listed twice' : undefined;
    seen.add(name);
    return problem ? [`'${name}' ${problem}`] : [];
  });
}
