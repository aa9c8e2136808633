import { asRaw, isRaw, type Raw } from './client-fields.ts';
import type { ShapedConfig } from './client-shapes.ts';
import { ConfigFindings } from './config-findings.ts';
import { type ConfigIssue, configIssues } from './config-issues.ts';
import type { ConfigPath, ConfigProblem } from './config-problem.ts';
import { brokenRules } from './config-rules.ts';
import type { GatewayConfig } from './config-schema.ts';
import type { ConfigText } from './config-text.ts';
import { isFoldout, startsFoldout } from './own-entry.ts';

export interface UncheckedConfig {
  readonly parsed: ConfigText;
  readonly shaped: ShapedConfig;
  /** What `shaped` holds, with its references replaced. */
  readonly value: Raw;
  readonly missing: readonly ConfigIssue[];
  /** Whether a field still waits for a variable: what the schema has against it then says nothing. */
  readonly isOpen: (path: ConfigPath) => boolean;
  readonly file: string | undefined;
}

export interface CheckedConfig {
  readonly config: GatewayConfig;
  readonly problems: readonly ConfigProblem[];
}

/** Holds a configuration against the schema and the rules; throws a `ConfigError` where nothing of it can be used. */
export function checkConfig({ parsed, shaped, value, missing, isOpen, file }: UncheckedConfig): CheckedConfig {
  const findings = new ConfigFindings(parsed, shaped, file);
  for (const issue of missing) findings.missing(issue, isDisabled(value, issue.path));
  for (const issue of [...configIssues(value), ...brokenRules(value)]) {
    if (!isOpen(issue.path)) findings.add(issue);
  }
  for (const name of ownEntries(value, shaped.owner))
    findings.leaveOut(name, 'this is Foldout itself, and is left out');
  for (const { path, message, server } of shaped.warnings) findings.warn(path, message, server);
  findings.throwIfWrong();
  // Whatever the schema had against it is gone by now: the schema only checks, it changes nothing.
  const config = usable(value, findings) as GatewayConfig;
  return { config, problems: findings.problems };
}

/** In our own file, another gateway may be reached by its address; in a client's, that is the line that leads to us. */
function ownEntries(config: Raw, owner: ShapedConfig['owner']): string[] {
  return Object.entries(asRaw(config['mcpServers'])).flatMap(([name, server]) => {
    const own = owner === 'client' ? isFoldout(name, asRaw(server)) : startsFoldout(asRaw(server));
    return own ? [name] : [];
  });
}

function isDisabled(config: Raw, [first, name]: ConfigPath): boolean {
  return first === 'mcpServers' && asRaw(asRaw(config['mcpServers'])[String(name)])['disabled'] === true;
}

/** The configuration without the servers that cannot be used and the fields that only a client knows. */
function usable(config: Raw, findings: ConfigFindings): Raw {
  const known = (value: unknown, path: ConfigPath): unknown => {
    if (!isRaw(value)) return value;
    const fields = Object.entries(value).filter(([field]) => !findings.ignores([...path, field]));
    return Object.fromEntries(fields.map(([field, one]) => [field, known(one, [...path, field])]));
  };
  const servers = Object.entries(asRaw(config['mcpServers'])).filter(([name]) => !findings.leavesOut(name));
  return { ...config, mcpServers: known(Object.fromEntries(servers), ['mcpServers']) };
}
