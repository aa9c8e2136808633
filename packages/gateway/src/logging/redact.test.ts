import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KnownSecrets, redact } from './redact.ts';
import { isSecretName } from './secret-names.ts';
import { REDACTED } from './secret-shapes.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const token = (length: number) => Array.from({ length }, (_, i) => LETTERS[(i * 7 + 3) % LETTERS.length]).join('');

describe('what looks like a secret', () => {
  it.each([
    [`Authorization: Bearer ${token(30)}`],
    [`bearer ${token(12)}`],
    [`Basic ${Buffer.from('ann:password').toString('base64')}`],
    [`sk-${token(40)}`],
    [`sk-proj-${token(40)}`],
    [`sk_live_${token(24)}`],
    [`ghp_${token(36)}`],
    [`github_pat_${token(50)}`],
    [`glpat-${token(20)}`],
    [`xoxb-123456789012-${token(20)}`],
    ['AKIAIOSFODNN7EXAMPLE'],
    [`AIza${token(35)}`],
    [`npm_${token(36)}`],
    [`hf_${token(34)}`],
    [`SG.${token(22)}.${token(43)}`],
    [`eyJhbGciOiJIUzI1NiJ9.${token(40)}.${token(43)}`],
    [`password=${token(9)}`],
    [`{"password": "${token(9)}"}`],
    [`{"clientSecret":"two words ${token(9)}"}`],
    [`API_KEY='${token(9)}'`],
    [`api-key: ${token(9)}`],
    [`https://example.com/?access_token=${token(9)}&x=1`],
    [`Set-Cookie: session=${token(9)}; Path=/`],
    [`-----BEGIN RSA PRIVATE KEY-----\n${token(60)}\n-----END RSA PRIVATE KEY-----`],
    [`-----BEGIN PRIVATE KEY-----\n${token(60)}`],
  ])('is redacted: %s', (text) => {
    const safe = redact(`before ${text} after`);
    expect(safe).toContain(REDACTED);
    expect(safe).toContain('before ');
    for (const part of [token(9), token(12), 'AKIAIOSFODNN7EXAMPLE', 'YW5uOnBhc3N3b3Jk'])
      expect(safe).not.toContain(part);
  });

  it('in a URL is only the part before the @', () => {
    expect(redact('cannot reach postgres://ann:p%40ss@db.example.com:5432/foldout?ssl=1')).toBe(
      `cannot reach postgres://${REDACTED}@db.example.com:5432/foldout?ssl=1`,
    );
    expect(redact('https://ghs:to@ken@example.com/a')).toBe(`https://${REDACTED}@example.com/a`);
    expect(redact('see https://example.com/@scope/name')).toBe('see https://example.com/@scope/name');
  });

  it.each([
    'Server github started in 120 ms with 40 tools and 9,000 tokens.',
    'The token is wrong. Sign in again.',
    'tokens: 400, maxTokens=500',
    'Basic authentication is not supported.',
    'task-sk-1 and risk-free',
    'commit 0123456789abcdef0123456789abcdef01234567',
    'See https://example.com/path?x=1#frag and mail me@example.com',
    'npm_config_registry is set',
  ])('does not redact other text: %s', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('does not change when it is redacted twice', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60 }),
        fc.constantFrom('Bearer ', 'password=', 'secret: ', '://'),
        (text, lead) => {
          const once = redact(`${lead}${text} ${lead}${token(12)}`);
          expect(redact(once)).toBe(once);
        },
      ),
    );
  });

  it('takes linear time for text that provokes backtracking', () => {
    const traps = [
      'Bearer ',
      'password',
      'password=',
      '"',
      'secret:"\\',
      '://',
      '://a',
      'eyJ',
      'eyJaaaaaaaa.',
      '-----BEGIN ',
      '-----BEGIN PRIVATE KEY-----',
      'sk-',
      'Basic a',
      ' ',
      'cookie:',
    ];
    const slow = traps.filter((trap) => {
      const text = trap.repeat(Math.ceil(64_000 / trap.length));
      const started = performance.now();
      redact(text);
      // A backtracking pattern would take minutes.
      return performance.now() - started > 5_000;
    });
    expect(slow).toEqual([]);
  });
});

describe('a known secret', () => {
  const secret = fc.string({
    minLength: 8,
    maxLength: 60,
    unit: fc.constantFrom(...LETTERS, ...'+/=&%$#!? "\\\n\'()*~äß☃'),
  });
  /** Surrounding text that has no characters of the secret. */
  const around = fc.string({ maxLength: 20, unit: fc.constantFrom('.', ',', ';', '|') });

  it.each<[string, (value: string) => string]>([
    ['as it is', (value) => value],
    ['in JSON', (value) => JSON.stringify({ value })],
    ['in an address', (value) => encodeURIComponent(value)],
    ['in a form', (value) => new URLSearchParams({ value }).toString()],
    [
      'with small letters in the codes',
      (value) => encodeURIComponent(value).replace(/%../g, (code) => code.toLowerCase()),
    ],
  ])('is never visible %s', (_how, written) => {
    fc.assert(
      fc.property(secret, around, around, (value, before, after) => {
        const safe = redact(`${before}${written(value)}${after}`, new KnownSecrets([value]));
        expect(safe).not.toContain(written(value));
        expect(safe).not.toContain(value);
        expect(safe).toContain(REDACTED);
      }),
    );
  });

  it('is never visible in base64, at any offset', () => {
    fc.assert(
      fc.property(
        secret,
        fc.string({ maxLength: 7 }),
        fc.constantFrom('base64', 'base64url'),
        (value, before, encoding) => {
          const written = Buffer.from(`${before}${value}`).toString(encoding as BufferEncoding);
          const safe = redact(`x ${written} y`, new KnownSecrets([value]));
          const shown = safe
            .split(REDACTED)
            .join(' ')
            .split(/\s+/)
            .filter((part) => part.length >= 8);
          for (const part of shown) expect(Buffer.from(part, 'base64').toString()).not.toContain(value);
          expect(safe).toContain(REDACTED);
        },
      ),
    );
  });

  it('is redacted as a whole when it contains another secret, and can be added later', () => {
    const secrets = new KnownSecrets(['short-secret']);
    secrets.add('a-short-secret-and-more');
    expect(redact('a-short-secret-and-more, short-secret', secrets)).toBe(`${REDACTED}, ${REDACTED}`);
  });

  it('may contain any characters, in linear time', () => {
    const odd = ['\\'.repeat(60), '%'.repeat(60), '+ '.repeat(30), '%5c\\'.repeat(20), 'x'.repeat(5_000), '(a+)+$'];
    for (const value of odd) {
      const secrets = new KnownSecrets([value]);
      expect(redact(`a ${value} b`, secrets)).toContain(REDACTED);
      expect(redact(`a ${value.slice(0, 1).repeat(200)}! b`, new KnownSecrets([`${value}?`]))).not.toContain('?');
    }
  });

  it('that is too short is redacted only by its form', () => {
    expect(redact('a cat sat', new KnownSecrets(['a', 'cat', '']))).toBe('a cat sat');
  });
});

describe('the name of a setting', () => {
  it.each([
    'GITHUB_TOKEN',
    '--api-key',
    'X-Api-Key',
    'clientSecret',
    'PGPASSWORD_FILE_PASSWORD',
    'Authorization',
    'dbPassword',
  ])('marks it as secret: %s', (name) => expect(isSecretName(name)).toBe(true));

  it.each(['PATH', 'MODE', 'Content-Type', '--port', 'monkey', 'tokenizer', ''])(
    'does not mark it as secret: %s',
    (name) => expect(isSecretName(name)).toBe(false),
  );
});
