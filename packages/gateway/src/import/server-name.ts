import type { JsonObject } from '@foldout/clients/internal';

/** Programs whose first argument without a dash is the package or the script that runs. */
const RUNNER =
  /(^|[\\/])(npx|bunx|pnpx|uvx|uv|pnpm|npm|yarn|bun|deno|node|python3?|tsx|cmd|docker|podman)(\.(cmd|exe))?$/i;
const SUBCOMMAND = /^(exec|x|dlx|run|tool|\/c)$/i;
/** Options of `docker run` that take a value. */
const WITH_VALUE = /^(-e|--env|-v|--volume|-p|--publish|--name|--mount|--network)$/;

/** A name for a server that has none: of its package, its program or its host. */
export function nameFor({ command, args, url }: JsonObject): string {
  if (typeof url === 'string' && URL.canParse(url)) return hostName(new URL(url).hostname);
  const words = [command, ...(Array.isArray(args) ? args : [])].map(String);
  const started = words.find((word, index) => {
    const isOption = word.startsWith('-') || WITH_VALUE.test(words[index - 1] ?? '');
    return !isOption && !RUNNER.test(word) && !SUBCOMMAND.test(word);
  });
  return packageName(started ?? words[0] ?? 'server');
}

/** `mcp.linear.app` → `linear`. */
function hostName(host: string): string {
  if (/^[\d.]+$|^\[/.test(host) || !host.includes('.')) return host.replace(/[^A-Za-z0-9.-]/g, '') || 'server';
  const labels = host.split('.').slice(0, -1);
  return labels.findLast((label) => !/^(mcp|api|www|com|co)$/.test(label)) ?? labels[0] ?? host;
}

/** `@modelcontextprotocol/server-github@1.2.0` → `github`, `./mail/server.mjs` → `mail`. */
function packageName(text: string): string {
  const parts = text
    .replace(/(.)(@|==)[^@/]*$/, '$1')
    .replace(/:[^:/]*$/, '')
    .split(/[\\/]/)
    .filter((part) => !/^\.*$/.test(part));
  const last = (parts.at(-1) ?? 'server').replace(/\.(mjs|cjs|js|ts|py|exe)$/, '');
  const isGeneric = /^(server|index|main|mcp|mcp-server|server-mcp|dist|src|build)$/.test(last);
  if (isGeneric && parts.length > 1) return packageName(parts.slice(0, -1).join('/').replace(/^@/, ''));
  return (
    last
      .replace(/^@/, '')
      .replace(/^(mcp-server|server-mcp|server|mcp)-/, '')
      .replace(/-(mcp-server|server-mcp|server|mcp)$/, '') || last
  );
}
