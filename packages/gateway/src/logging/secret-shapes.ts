export interface SecretShape {
  readonly what: string;
  /** Has the flag `g`. Runs in linear time: every repetition is bounded or can start at one position only. */
  readonly pattern: RegExp;
  /** The replacement. Default: `[redacted]`. */
  readonly instead?: string | undefined;
}

export const REDACTED = '[redacted]';

const NAMES =
  'passw(?:or)?d|passphrase|pwd|secret|token|api[-_ ]?key|access[-_]?key|private[-_]?key|signing[-_]?key|credentials?|authorization';

/** Patterns of secrets, applied in this order. */
export const SECRET_SHAPES: readonly SecretShape[] = [
  {
    what: 'private key',
    pattern: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}KEY-----|$)/g,
  },
  { what: 'JSON web token', pattern: /\beyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*){0,3}/g },
  { what: 'bearer token', pattern: /\b(Bearer)[ \t]{1,8}[\w.~+/=-]{8,}/gi, instead: `$1 ${REDACTED}` },
  {
    what: 'basic credentials',
    pattern: /\b(Basic)[ \t]{1,8}(?=[\w+/-]{0,4096}[0-9=])[\w+/=-]{8,}/gi,
    instead: `$1 ${REDACTED}`,
  },
  { what: 'API key', pattern: /\b(?:sk|pk|rk)[-_](?:[a-z]{2,12}[-_])?[A-Za-z0-9_-]{16,}/g },
  { what: 'GitHub token', pattern: /\b(?:gh[oprsu]_|github_pat_)\w{16,}/g },
  { what: 'GitLab token', pattern: /\bgl[a-z]{2,6}-[\w-]{16,}/g },
  { what: 'Slack token', pattern: /\bxox[a-z]-[\w-]{10,}/g },
  { what: 'AWS key id', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { what: 'Google key', pattern: /\b(?:AIza[\w-]{30,}|ya29\.[\w.-]{16,})/g },
  {
    what: 'npm, PyPI, Hugging Face, Shopify, Notion, Linear, DigitalOcean token',
    pattern: /\b(?:npm_|pypi-|hf_|shp[a-z]{2}_|ntn_|lin_api_|dop_v1_)[\w-]{16,}/g,
  },
  { what: 'SendGrid key', pattern: /\bSG\.[\w-]{16,}\.[\w-]{16,}/g },
  { what: 'user and password in a URL', pattern: /:\/\/[^\s/?#"'<>]{1,1024}@/g, instead: `://${REDACTED}@` },
  { what: 'cookies', pattern: /\b((?:set-)?cookie["']?[ \t]{0,4}:)[^\n]{1,8192}/gi, instead: `$1 ${REDACTED}` },
  {
    what: 'named value, quoted',
    pattern: new RegExp(
      `((?:${NAMES})["']?\\s{0,4}[=:]\\s{0,4})(?:"(?:[^"\\\\]|\\\\.){1,8192}"?|'(?:[^'\\\\]|\\\\.){1,8192}'?)`,
      'gi',
    ),
    instead: `$1"${REDACTED}"`,
  },
  {
    what: 'named value, with an equals sign',
    pattern: new RegExp(`((?:${NAMES})\\s{0,4}=\\s{0,4})(?!\\[redacted\\])[^\\s"'&]{1,8192}`, 'gi'),
    instead: `$1${REDACTED}`,
  },
  {
    what: 'named value, with a colon',
    pattern: new RegExp(
      `((?:${NAMES})\\s{0,4}:\\s{0,4})(?!(?:Bearer|Basic) \\[redacted\\]|\\[redacted\\])[^\\s"'&]{6,8192}`,
      'gi',
    ),
    instead: `$1${REDACTED}`,
  },
];
