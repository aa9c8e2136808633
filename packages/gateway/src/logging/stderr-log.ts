import type { Log } from './log.ts';
import { KnownSecrets, redact } from './redact.ts';

export type LogLevel = 'info' | 'warn' | 'silent';

export interface StderrLogOptions {
  /** What is shown: everything, warnings only, or nothing. */
  readonly level?: LogLevel | undefined;
  /** One JSON object a line, for machines that collect logs. */
  readonly json?: boolean | undefined;
  /** Values that must not be shown. `KnownSecrets` may grow later. */
  readonly secrets?: KnownSecrets | Iterable<string> | undefined;
  /** Where lines go instead of stderr. */
  readonly write?: ((line: string) => void) | undefined;
}

export const LOG_DEFAULTS = { level: 'info', json: false } as const satisfies StderrLogOptions;

/** A line is no longer; what an upstream says may be. */
export const LONGEST_LINE = 8_000;
/** What is looked at for secrets. Longer than a line: a secret must not be cut in two before it is found. */
const LOOKED_AT = 64_000;

/** Lines for the operator on stderr: without secrets, and with nothing in them that a terminal would obey. */
export function stderrLog(options: StderrLogOptions = {}): Log {
  const { level = LOG_DEFAULTS.level, json = LOG_DEFAULTS.json, secrets: given = [] } = options;
  const secrets = given instanceof KnownSecrets ? given : new KnownSecrets(given);
  const write = options.write ?? writeToStderr();
  const line = (kind: 'info' | 'warn', message: string): void => {
    const text = safeText(message, secrets);
    write(json ? JSON.stringify({ time: new Date().toISOString(), level: kind, message: text }) : shown(kind, text));
  };
  return {
    info: (message) => {
      if (level === 'info') line('info', message);
    },
    warn: (message) => {
      if (level !== 'silent') line('warn', message);
    },
  };
}

function shown(kind: 'info' | 'warn', text: string): string {
  return kind === 'warn' ? `foldout: warning: ${text}` : `foldout: ${text}`;
}

/** What may be shown of a text that came from anywhere: no secrets, one line, and not longer than a line may be. */
export function safeText(text: string, secrets?: KnownSecrets, longest = LONGEST_LINE): string {
  let safe = redact(text.slice(0, LOOKED_AT), secrets);
  if (text.length > LOOKED_AT) {
    // Half a secret may stand at the end of what was looked at.
    safe = safe.slice(0, Math.max(0, safe.length - (secrets?.longest ?? 0)));
  }
  const escaped = escapeControls(safe.slice(0, longest));
  return escaped.length < longest && text.length <= longest
    ? escaped
    : `${escaped.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Control characters, the ones that change the order of text, and halves of pairs, as their number. */
function escapeControls(text: string): string {
  return text.replace(/\p{C}|\p{Zl}|\p{Zp}/gu, (sign) => {
    if (sign === '\n') return '\\n';
    return sign === '\t' ? ' ' : `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

function writeToStderr(): (line: string) => void {
  // Whoever started the gateway may have closed it. That is no reason to end.
  if (process.stderr.listenerCount('error') === 0) process.stderr.on('error', () => {});
  return (line) => {
    process.stderr.write(`${line}\n`);
  };
}
