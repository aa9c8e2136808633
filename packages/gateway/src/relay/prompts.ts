import type { JsonObject } from '@foldout/core';
import { claimedServer } from '@foldout/core/internal';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Upstream } from '../upstreams/upstream.ts';
import { type Named, type Naming, namesApart } from './names-apart.ts';

const SEPARATOR = '__';

export function listPrompts(upstreams: readonly Upstream[]): JsonObject[] {
  return promptsOf(upstreams).map(({ definition }) => definition);
}

/** The upstream that has a prompt, and the prompt's name there. */
export function findPrompt(upstreams: readonly Upstream[], name: string): { upstream: Upstream; own: string } {
  const prompts = promptsOf(upstreams);
  const found =
    prompts.find(({ listed }) => listed === name) ??
    prompts.find(({ upstream, own }) => withServer(upstream.name, own) === name);
  if (found) return found;
  const candidates = prompts.filter(({ own }) => own === name).map(({ listed }) => listed);
  const hint = candidates.length > 0 ? ` Several servers have it: use ${candidates.join(' or ')}.` : '';
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt '${name.slice(0, 80)}'.${hint}`);
}

function promptsOf(upstreams: readonly Upstream[]): readonly Named[] {
  return namesApart(upstreams, ({ manifest }) => manifest?.prompts ?? [], 'name', NAMING);
}

function withServer(server: string, own: string): string {
  return `${server}${SEPARATOR}${own}`;
}

const NAMING: Naming = {
  withServer,
  isClaimed: (name, own, servers) => claimedServer(name, own, servers) !== undefined,
};
