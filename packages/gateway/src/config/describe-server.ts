import type { ServerConfig } from './config-schema.ts';
import { argumentSpans, type Span, secretSpans } from './secret-text.ts';
import { SecretValues } from './secret-values.ts';

const MASK = '***';
/** A script in an argument is cut: this is a line for a person. */
const MAX_ARGUMENT = 200;

/** How a server is reached, in one line that can be shown to anyone: secrets are masked. */
export function describeServer(server: ServerConfig): string {
  const known = new SecretValues();
  known.addServer(server);
  const mask = (text: string, spans: readonly Span[]): string =>
    masked(text, [...spans, ...places(text, known.values)]);
  if (server.url !== undefined) return mask(server.url, secretSpans(server.url));
  const { command = '', args = [] } = server;
  const shown = args.map((arg, index) => cut(mask(arg, argumentSpans(arg, args[index - 1]))));
  return [mask(command, secretSpans(command)), ...shown].map(quoted).join(' ');
}

/** Wherever a value that is known to be secret stands. */
function places(text: string, secrets: ReadonlySet<string>): Span[] {
  return [...secrets].flatMap((secret) => {
    const found: Span[] = [];
    for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + secret.length)) {
      found.push([at, at + secret.length]);
    }
    return found;
  });
}

function masked(text: string, spans: readonly Span[]): string {
  let out = '';
  let shown = 0;
  for (const [start, end] of [...spans].sort((a, b) => a[0] - b[0])) {
    if (start >= shown) out += text.slice(shown, start) + MASK;
    shown = Math.max(shown, end);
  }
  return out + text.slice(shown);
}

function cut(text: string): string {
  return text.length > MAX_ARGUMENT ? `${text.slice(0, MAX_ARGUMENT)}…` : text;
}

function quoted(text: string): string {
  return /^[^\s"']+$/.test(text) ? text : JSON.stringify(text);
}
