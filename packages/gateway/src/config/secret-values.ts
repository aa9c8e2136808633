import type { Raw } from './client-fields.ts';
import { asRaw, isRaw } from './client-fields.ts';

/** Shorter values are switches and numbers; blotting those out would make a log unreadable. */
const MIN_SECRET = 4;
/** Without a name that gives it away, a value has to be longer before it is held for a secret. */
const MIN_UNNAMED = 8;

const SECRET_NAME =
  /token|secret|passw|passphrase|\bpwd|api[-_]?key|apikey|access[-_]?key|private|credential|auth|bearer|cookie|session|signature|\bpat\b|[-_]pat$|[-_]key$|^key$|dsn|conn(ection)?[-_]?str|database[-_]?ur[li]|(^|[-_])(mongo|redis|postgres|pg|db)[-_]?ur[li]/i;
const HARMLESS_VARIABLE =
  /^(HOME|USERPROFILE|APPDATA|LOCALAPPDATA|PWD|PATH|TMPDIR|TMP|TEMP|USER|USERNAME|SHELL|LANG|HOSTNAME|XDG_[A-Z_]+|NODE_ENV)$/i;

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** Everything in a configuration that no log may show. */
export class SecretValues {
  readonly values = new Set<string>();

  /** The value of a variable or a field, by what its name says about it. */
  named(name: string, value: unknown): void {
    if (typeof value !== 'string' || HARMLESS_VARIABLE.test(name)) return;
    if (value.length >= (isSecretName(name) ? MIN_SECRET : MIN_UNNAMED)) this.#add(value);
    this.address(value);
  }

  certain(value: unknown): void {
    if (typeof value !== 'string' || value.length < MIN_SECRET) return;
    this.#add(value);
    // `Bearer …`: a server that complains often repeats the second half alone.
    const [, credential] = /^\S+\s+(\S{4,})$/.exec(value) ?? [];
    if (credential) this.#add(credential);
  }

  /** The password and the telling parameters of an address. */
  address(value: unknown): void {
    if (typeof value !== 'string' || !value.includes('://') || !URL.canParse(value)) return;
    const url = new URL(value);
    this.#both(url.password);
    for (const [name, parameter] of url.searchParams) if (isSecretName(name)) this.certain(parameter);
    for (const part of url.pathname.split('/')) if (looksRandom(part)) this.#both(part);
  }

  server(server: Raw): void {
    for (const [name, value] of Object.entries(asRaw(server['env']))) this.named(name, value);
    for (const value of Object.values(asRaw(server['headers']))) this.certain(value);
    this.certain(server['bearerToken']);
    if (isRaw(server['oauth'])) this.certain(server['oauth']['clientSecret']);
    this.address(server['url']);
    if (Array.isArray(server['args'])) for (const value of secretArguments(server['args'])) this.certain(value);
  }

  #both(encoded: string): void {
    this.certain(encoded);
    try {
      this.certain(decodeURIComponent(encoded));
    } catch {
      // Not encoded after all.
    }
  }

  #add(value: string): void {
    this.values.add(value);
  }
}

/** A long run of letters and digits that nobody would choose as a name. */
export function looksRandom(text: string): boolean {
  if (/^(sk|pk|rk|ghp|gho|ghs|github_pat|glpat|xox[a-z]|hf|npm|key|tok|AKIA|AIza|eyJ)[-_A-Za-z0-9]{12,}/.test(text))
    return true;
  return /^[A-Za-z0-9_~+=-]{20,}$/.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text);
}

const HEADER_FLAG = /^(-H|--header|--headers)$/;
const VARIABLE_FLAG = /^(-e|--env)$/;

/** The secrets among the arguments of a command: `--token=…`, `--api-key …`, `-e NAME=…`, addresses. */
export function secretArguments(args: readonly unknown[]): string[] {
  const found: string[] = [];
  args.forEach((arg, index) => {
    if (typeof arg !== 'string') return;
    const before = index > 0 ? String(args[index - 1]) : '';
    const [, name = '', value = ''] = /^(-{0,2}[A-Za-z][\w.-]*)=([\s\S]+)$/.exec(arg) ?? [];
    if (HEADER_FLAG.test(before)) found.push(arg.replace(/^[^:]*:\s*/, ''));
    else if (VARIABLE_FLAG.test(before) || isSecretName(name) || /^[A-Z][A-Z0-9_]*$/.test(name)) found.push(value);
    else if (
      /^--?[A-Za-z]/.test(before) &&
      !before.includes('=') &&
      isSecretName(before) &&
      !/^--?[A-Za-z]/.test(arg)
    ) {
      found.push(arg);
    } else if (looksRandom(arg)) found.push(arg);
    else if (looksRandom(value)) found.push(value);
    found.push(...secretsOfAddress(value || arg));
  });
  return found.filter((value) => value !== '' && !/^\$\{[^{}]*\}$/.test(value));
}

function secretsOfAddress(text: string): string[] {
  const secrets = new SecretValues();
  secrets.address(text);
  return [...secrets.values];
}
