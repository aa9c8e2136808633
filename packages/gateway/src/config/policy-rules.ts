import { asObject, isObject, type JsonObject } from '@foldout/clients/internal';
import { findSimilarTools } from '@foldout/core';
import { isLoopback } from '@foldout/core/internal';
import { type ConfigPath, error, type FieldProblem } from './problem.ts';

/** The server of saved functions. */
const FUNCTIONS = 'functions';
const LIMITS = ['callsPerDay', 'resultTokensPerDay', 'concurrent'] as const;
const KINDS = ['tools', 'prompts', 'resources'] as const;

/** Problems of the policy, the quotas and the accounts that concern several fields. */
export function policyProblems(config: JsonObject): FieldProblem[] {
  return [...webhookProblems(config), ...quotaProblems(config), ...identityProblems(config)];
}

/**
 * Patterns that match nothing. They are no errors, because a policy may name servers that come later; but a `deny` with a
 * misspelled name denies nothing.
 */
export function policyWarnings(config: JsonObject): FieldProblem[] {
  const servers = [...Object.keys(asObject(config['mcpServers'])), FUNCTIONS];
  const tokens = list(asObject(config['http'])['tokens']).map(([, token]) => asObject(token)['name']);
  const names = tokens.filter((name): name is string => typeof name === 'string');
  const serverOf = (pattern: string): string => pattern.split('/', 1)[0] as string;
  const part = (name: 'policy' | 'quotas') =>
    list(name === 'policy' ? asObject(config['policy'])['rules'] : config['quotas']).flatMap(([index, rule]) => {
      const path = name === 'policy' ? ['policy', 'rules', index] : ['quotas', index];
      const fields = asObject(rule);
      return [
        ...unmatched([...path, 'servers'], fields['servers'], servers, 'server'),
        ...KINDS.flatMap((kind) => unmatched([...path, kind], texts(fields[kind]).map(serverOf), servers, 'server')),
        // Without tokens, the file does not say who calls.
        ...(names.length === 0
          ? []
          : unmatched([...path, 'principals'], texts(fields['principals']).filter(isToken), names, 'token')),
      ];
    });
  return [...part('policy'), ...part('quotas')];
}

/** Users who signed in have names that the file does not know. */
function isToken(principal: string): boolean {
  return principal !== 'local' && !principal.startsWith('oauth:');
}

function unmatched(path: ConfigPath, patterns: unknown, known: readonly string[], what: string): FieldProblem[] {
  return texts(patterns).flatMap((pattern): FieldProblem[] => {
    if (/[*?]/.test(pattern) || known.includes(pattern)) return [];
    const [similar] = findSimilarTools(pattern, [...known], 1);
    const fix = similar === undefined ? `write the name of a ${what}` : `did you mean ${JSON.stringify(similar)}?`;
    return [{ severity: 'warning', path, message: `no ${what} of this file has this name, so nothing matches`, fix }];
  });
}

/** Arguments of calls are sent there. */
function webhookProblems(config: JsonObject): FieldProblem[] {
  const { url } = asObject(asObject(asObject(config['policy'])['ask'])['webhook']);
  if (typeof url !== 'string' || !URL.canParse(url) || isSafe(new URL(url))) return [];
  const message = 'plain http reaches other machines, and arguments of calls are sent there';
  return [error(['policy', 'ask', 'webhook', 'url'], message, 'write an https:// URL')];
}

/** Whether requests to this address are encrypted, or stay on this machine. */
export function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

function quotaProblems(config: JsonObject): FieldProblem[] {
  return list(config['quotas']).flatMap(([index, quota]) => {
    if (!isObject(quota) || LIMITS.some((limit) => quota[limit] !== undefined)) return [];
    const fix = `write at least one of ${LIMITS.map((limit) => JSON.stringify(limit)).join(', ')}`;
    return [error(['quotas', index], 'this quota limits nothing', fix)];
  });
}

/** Accounts of callers are tokens, which only HTTP carries; `forward` and `exchange` need a token of the caller. */
function identityProblems(config: JsonObject): FieldProblem[] {
  return Object.entries(asObject(config['mcpServers'])).flatMap(([name, server]) => {
    const { identity, url } = asObject(server);
    if (identity === undefined || identity === 'shared') return [];
    const path = ['mcpServers', name, 'identity'];
    if (url === undefined) return [error(path, 'only a server with a "url" has accounts of its callers', 'remove it')];
    const kind = isObject(identity) ? identity['kind'] : identity;
    if ((kind !== 'forward' && kind !== 'exchange') || asObject(config['http'])['oauth'] !== undefined) return [];
    const message = 'needs the OAuth tokens of callers, and this gateway takes none';
    return [error(path, message, 'configure "http.oauth", or use "person"')];
  });
}

function list(value: unknown): [index: number, one: unknown][] {
  return Array.isArray(value) ? [...value.entries()] : [];
}

/** One text, or a list of them. */
function texts(value: unknown): readonly string[] {
  return [value].flat().filter((one): one is string => typeof one === 'string');
}
