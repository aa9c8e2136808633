import { estimateTokens } from '@foldout/core';
import type { Gateway } from '@foldout/gateway';

/** What to paste into a client. */
export function greeting(url: string, { upstreams }: Gateway): string {
  const names = upstreams.map(({ name }) => name).join(', ');
  return [
    '',
    `  Foldout serves ${upstreams.length} servers (${names}) at ${url}`,
    '',
    `  Claude Code:  claude mcp add --transport http foldout ${url}`,
    `  Others:       ${JSON.stringify({ mcpServers: { foldout: { url } } })}`,
    '',
    '',
  ].join('\n');
}

/** What a client would load without it, and what it loads now. */
export function savings({ server, upstreams }: Gateway): string {
  const definitions = upstreams.flatMap(({ manifest }) => manifest?.tools ?? []);
  const before = estimateTokens(JSON.stringify(definitions));
  const after = estimateTokens(JSON.stringify(server.listTools()));
  const failed = upstreams.filter(({ status }) => status.state === 'failed' || status.state === 'needs-auth');
  const share = before === 0 ? 0 : Math.round((1 - after / before) * 100);
  return [
    `  ${definitions.length} tools: ${thousands(before)} tokens before a client does anything, ${thousands(after)} with Foldout (${share}% less)`,
    ...failed.map(({ name, status }) => `  ${name}: ${status.state}. ${status.todo ?? ''}`),
    '',
    '',
  ].join('\n');
}

function thousands(count: number): string {
  return count.toLocaleString('en-US');
}
