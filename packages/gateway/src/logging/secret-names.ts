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
/** How the makers of tokens let theirs begin. */
const KNOWN_BEGINNING = /^(sk|pk|rk|ghp|gho|ghs|github_pat|glpat|xox[a-z]|hf|npm|AKIA|AIza|eyJ)[-_A-Za-z0-9]{12,}/;

/** Whether a field, variable or flag of this name holds a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name.replace(/^-+/, ''));
}

/** A long run of letters and digits that nobody would choose as a name. */
export function looksRandom(text: string): boolean {
  if (KNOWN_BEGINNING.test(text)) return true;
  return /^[A-Za-z0-9_~+=-]{20,}$/.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text);
}

/** `${NAME}` says where a secret is, not what it is. */
export function isReference(text: string): boolean {
  return /^(\S+\s+)?\$\{[^{}:]+(:-)?\}$/.test(text);
}
