import { isSecretName } from '../logging/secret-names.ts';
import { asRaw, type Raw } from './client-fields.ts';
import { secretsIn, secretsInArguments } from './secret-text.ts';

/** Shorter values are switches and numbers; blotting those out would make a log unreadable. */
const MIN_SECRET = 4;
/** Without a name that gives it away, a value has to be longer before it is held for a secret. */
const MIN_UNNAMED = 8;

const HARMLESS_VARIABLE =
  /^(HOME|USERPROFILE|APPDATA|LOCALAPPDATA|PWD|PATH|TMPDIR|TMP|TEMP|USER|USERNAME|SHELL|LANG|HOSTNAME|XDG_[A-Z_]+|NODE_ENV)$/i;

/** Gathers everything in a configuration that no log may show. */
export class SecretValues {
  readonly values = new Set<string>();

  /** The value of a variable, by what its name says about it. */
  addVariable(name: string, value: unknown): void {
    if (typeof value !== 'string' || HARMLESS_VARIABLE.test(name)) return;
    if (isSecretName(name) || value.length >= MIN_UNNAMED) this.add(value);
    this.addWithin(value);
  }

  add(value: unknown): void {
    if (typeof value !== 'string' || value.length < MIN_SECRET) return;
    this.values.add(value);
    // `Bearer …`: a server that complains often repeats the second half alone.
    const [, credential] = /^\S+\s+(\S{4,})$/.exec(value) ?? [];
    if (credential) this.values.add(credential);
  }

  /** The secrets within an address or another longer text, encoded and not. */
  addWithin(text: unknown): void {
    if (typeof text !== 'string') return;
    for (const secret of secretsIn(text)) {
      this.add(secret);
      this.add(decoded(secret));
    }
  }

  addServer(server: Raw): void {
    for (const [name, value] of Object.entries(asRaw(server['env']))) this.addVariable(name, value);
    for (const value of Object.values(asRaw(server['headers']))) this.add(value);
    this.add(server['bearerToken']);
    this.add(asRaw(server['oauth'])['clientSecret']);
    this.addWithin(server['url']);
    const args = Array.isArray(server['args']) ? server['args'].map(String) : [];
    for (const secret of secretsInArguments(args)) {
      this.add(secret);
      this.add(decoded(secret));
    }
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
