import type { Log } from './log.ts';
import { KnownSecrets, redact } from './redact.ts';

export type LogLevel = 'info' | 'warn' | 'silent';

export interface StderrLogOptions {
  /** `info`: all lines. `warn`: warnings only. `silent`: none. */
  readonly level?: LogLevel | undefined;
  /** One JSON object per line, for log collectors. */
  readonly json?: boolean | undefined;
  /** Values to redact. Secrets can be added to `KnownSecrets` later. */
  readonly secrets?: KnownSecrets | Iterable<string> | undefined;
  /** Writes a line. Default: to stderr. */
  readonly write?: ((line: string) => void) | undefined;
}

const LOG_DEFAULTS = { level: 'info', json: false } as const satisfies StderrLogOptions;

/** Longer lines are cut: an upstream may send texts of any length. */
export const MAX_LINE = 8_000;
/** How much of a text is searched for secrets. Longer than a line, so that no secret is cut in two before it is found. */
const MAX_SEARCHED = 64_000;

/** Logs to stderr, with secrets redacted and terminal control characters escaped. */
export function stderrLog(options: StderrLogOptions = {}): Log {
  const { level = LOG_DEFAULTS.level, json = LOG_DEFAULTS.json, secrets: values = [] } = options;
  const secrets = values instanceof KnownSecrets ? values : new KnownSecrets(values);
  const write = options.write ?? writeToStderr();
  const writeLine = (kind: 'info' | 'warn', message: string): void => {
    const text = safeText(message, secrets);
    write(
      json ? JSON.stringify({ time: new Date().toISOString(), level: kind, message: text }) : plainLine(kind, text),
    );
  };
  return {
    info: (message) => {
      if (level === 'info') writeLine('info', message);
    },
    warn: (message) => {
      if (level !== 'silent') writeLine('warn', message);
    },
  };
}

function plainLine(kind: 'info' | 'warn', text: string): string {
  return kind === 'warn' ? `foldout: warning: ${text}` : `foldout: ${text}`;
}

/** One line of bounded length, with secrets redacted and control characters escaped. */
function safeText(text: string, secrets: KnownSecrets): string {
  let safe = redact(text.slice(0, MAX_SEARCHED), secrets);
  if (text.length > MAX_SEARCHED) {
    // The searched part may end with half a secret, which the search does not find.
    safe = safe.slice(0, Math.max(0, safe.length - secrets.longest));
  }
  const escaped = escapeControls(safe.slice(0, MAX_LINE));
  return escaped.length < MAX_LINE && text.length <= MAX_LINE
    ? escaped
    : `${escaped.slice(0, MAX_LINE - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Writes control characters, bidirectional controls and lone surrogates as their code points. */
function escapeControls(text: string): string {
  return text.replace(/\p{C}|\p{Zl}|\p{Zp}/gu, (character) => {
    if (character === '\n') return '\\n';
    return character === '\t' ? ' ' : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

function writeToStderr(): (line: string) => void {
  // The parent process may have closed stderr. Without a listener, the error would end the gateway.
  if (process.stderr.listenerCount('error') === 0) process.stderr.on('error', () => {});
  return (line) => {
    process.stderr.write(`${line}\n`);
  };
}
