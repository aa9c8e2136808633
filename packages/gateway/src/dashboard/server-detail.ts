import { describeServer } from '../config/secrets.ts';
import { memoryByGroup } from '../upstreams/process-memory.ts';
import { ApiError, textParam } from './json-answers.ts';
import type { DashboardSources } from './sources.ts';
import { stateOf } from './upstream-list.ts';

/** How a server is started, what its process takes, and its log. Secrets are masked. */
export async function serverDetail(sources: DashboardSources, query: URLSearchParams) {
  const name = textParam(query, 'name');
  const upstream = sources.upstreams().find((one) => one.name === name);
  if (!upstream) throw new ApiError(404, `There is no server '${name ?? ''}'.`);
  const config = sources.config().mcpServers[upstream.name];
  const { pid } = upstream.status;
  const memory = pid === undefined ? undefined : (await memoryByGroup()).get(pid);
  return {
    ...stateOf(sources.engine, upstream),
    how: config ? describeServer(config) : '',
    isProcess: config?.command !== undefined,
    environment: Object.keys(config?.env ?? {}),
    headers: Object.keys(config?.headers ?? {}),
    memoryBytes: memory,
    log: upstream.log ?? [],
  };
}
