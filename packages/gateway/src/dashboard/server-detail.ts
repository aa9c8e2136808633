import { describeServer } from '../config/secrets.ts';
import { memoryByGroup } from '../upstreams/process-memory.ts';
import { textParam } from './json-answers.ts';
import type { DashboardSources } from './sources.ts';
import { stateOf } from './upstream-list.ts';

/** How a server is started, what its process takes, and its log. Secrets are masked. Without `found` if it is gone by now. */
export async function serverDetail(sources: DashboardSources, query: URLSearchParams) {
  const name = textParam(query, 'name');
  const upstream = sources.upstreams().find((one) => one.name === name);
  if (!upstream) return {};
  const config = sources.config().mcpServers[upstream.name];
  const { pid } = upstream.status;
  const memory = pid === undefined ? undefined : (await memoryByGroup()).get(pid);
  const found = {
    ...stateOf(sources.engine, upstream),
    how: config ? describeServer(config) : '',
    isProcess: config?.command !== undefined,
    environment: Object.keys(config?.env ?? {}),
    headers: Object.keys(config?.headers ?? {}),
    memoryBytes: memory,
    log: upstream.log ?? [],
  };
  return { found };
}
