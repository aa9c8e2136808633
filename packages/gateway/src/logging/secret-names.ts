const SECRET_NAME = new RegExp(
  [
    'token(?!iz)|secret|passw|passphrase|credential|auth|bearer|cookie|session|signature|private|dsn',
    '(api|access|account|shared)[-_]?key',
    '(^|[-_])(key|pat|pwd|pass|sig)$',
    'conn(ection)?[-_]?str',
    '(database|mongo(db)?|redis|postgres(ql)?|mysql|pg|db)[-_]?ur[il]',
  ].join('|'),
  'i',
);
/** Prefixes of well-known token formats. */
const KNOWN_PREFIX = /^(sk|pk|rk|ghp|gho|ghs|github_pat|glpat|xox[a-z]|hf|npm|AKIA|AIza|eyJ)[-_A-Za-z0-9]{12,}/;

/** Whether a field, variable or flag of this name usually holds a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name.replace(/^-+/, ''));
}

/** Whether a text looks like a token: a known prefix, or a long mix of letters and digits. */
export function looksRandom(text: string): boolean {
  if (KNOWN_PREFIX.test(text)) return true;
  return /^[A-Za-z0-9_~+=-]{20,}$/.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text);
}

/** Whether a text only refers to a variable (`${NAME}`) or a stored secret (`${keychain:NAME}`), so that it can be shown. */
export function isReference(text: string): boolean {
  return /^(\S+\s+)?\$\{(keychain:)?[^{}:]+(:-)?\}$/.test(text);
}
