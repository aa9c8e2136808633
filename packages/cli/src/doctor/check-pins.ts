import { estimateTokens, type Tool } from '@foldout/core';
import type { GatewayConfig } from '@foldout/gateway';
import { oneLine } from '../output/safe-text.ts';
import type { Finding } from './finding.ts';

/** A server whose always-available tools cost less is not worth a finding. */
const NOTICEABLE_TOKENS = 500;
/** A text with one of these characters is a glob, which may match a tool that comes later. */
const GLOB = /[*?[\]{}()!+@|]/;

/** Finds what the always-available tools of each server cost, and names in `alwaysAvailable` that no tool has. */
export function checkPins({ mcpServers }: GatewayConfig, tools: readonly Tool[]): Finding[] {
  return Object.entries(mcpServers).flatMap(([server, { alwaysAvailable }]) => {
    const own = tools.filter((tool) => tool.server === server);
    // A server without tools has a finding of its own.
    if (!alwaysAvailable || own.length === 0) return [];
    const names = alwaysAvailable === true ? [] : alwaysAvailable;
    return [...costFinding(server, own), ...names.flatMap((name) => missingFinding(server, name, own))];
  });
}

function costFinding(server: string, tools: readonly Tool[]): Finding[] {
  const costs = tools
    .filter((tool) => tool.alwaysAvailable)
    .map(({ name, description, inputSchema }) => ({
      name,
      tokens: estimateTokens(JSON.stringify({ name, description, inputSchema })),
    }))
    .sort((a, b) => b.tokens - a.tokens);
  const total = costs.reduce((sum, { tokens }) => sum + tokens, 0);
  const [largest] = costs;
  if (!largest || total < NOTICEABLE_TOKENS) return [];
  const add = costs.length === 1 ? '1 always-available tool adds' : `${costs.length} always-available tools add`;
  return [
    {
      check: 'pins',
      level: 'warning',
      about: server,
      what: `its ${add} about ${total.toLocaleString('en-US')} tokens to every tool list; the largest is ${oneLine(largest.name)}`,
      fix: `Name fewer tools in "alwaysAvailable"; search finds the others.`,
    },
  ];
}

function missingFinding(server: string, name: string, tools: readonly Tool[]): Finding[] {
  if (GLOB.test(name) || tools.some((tool) => tool.name === name)) return [];
  return [
    {
      check: 'pins',
      level: 'warning',
      about: server,
      what: `it has no tool ${JSON.stringify(name)}, which "alwaysAvailable" names`,
      fix: `Correct the name, or remove it from "alwaysAvailable".`,
    },
  ];
}
