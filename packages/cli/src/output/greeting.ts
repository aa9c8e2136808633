import { countTools } from '@foldout/core/internal';
import type { Gateway, Serving } from '@foldout/gateway';
import { servedDefinitions } from '@foldout/gateway/internal/catalog';
import { tokensOf } from '../catalog/tool-cost.ts';
import { typed } from '../invocation.ts';
import { count, counted, savingText } from './figures.ts';

/** The address of the gateway, and how to add it to clients. */
export function greeting({ url, dashboard, dashboardWithKey }: Serving, { upstreams }: Gateway): string {
  const names = upstreams.map(({ name }) => name).join(', ');
  return [
    '',
    `  Foldout serves ${counted(upstreams.length, 'server')} (${names}) at ${url}`,
    '',
    // Only a terminal gets the key: a log would keep it.
    `  Dashboard:    ${(process.stderr.isTTY && dashboardWithKey) || dashboard}`,
    `  Claude Code:  claude mcp add --transport http foldout ${url}`,
    `  Others:       ${JSON.stringify({ mcpServers: { foldout: { url } } })}`,
    '',
    '',
  ].join('\n');
}

/** Tokens that a client without a tool search of its own loads: without Foldout and with it. */
export function savings({ server, upstreams }: Gateway): string {
  const { catalog } = server.visible();
  const { tools, withheld } = countTools(catalog);
  const before = tokensOf(servedDefinitions(upstreams, catalog));
  const after = tokensOf(server.listTools());
  const failed = upstreams.filter(({ status }) => /^(failed|needs-.*)$/.test(status.state));
  const cost =
    tools === 0
      ? `no tools yet: ${count(after)} tokens before a client's first call`
      : `${counted(tools, 'tool')}: ${count(before)} tokens before a client's first call, ${count(after)} with Foldout (${savingText(before, after)})`;
  return [
    `  ${cost}`,
    ...(withheld > 0 ? [`  ${counted(withheld, 'tool')} withheld until approved. To see why: ${typed('doctor')}`] : []),
    ...failed.map(({ name, status }) => `  ${name}: ${status.state}. ${status.todo ?? ''}`),
    '',
    '',
  ].join('\n');
}
