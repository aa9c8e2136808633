import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KnownSecrets } from './redact.ts';
import { MAX_LINE, type StderrLogOptions, stderrLog } from './stderr-log.ts';

function lines(say: (log: ReturnType<typeof stderrLog>) => void, options: StderrLogOptions = {}): string[] {
  const written: string[] = [];
  say(stderrLog({ ...options, write: (line) => void written.push(line) }));
  return written;
}

describe('the log', () => {
  it('shows the lines of its level', () => {
    const say = (log: ReturnType<typeof stderrLog>): void => {
      log.info('started');
      log.warn('slow');
    };
    expect(lines(say)).toEqual(['foldout: started', 'foldout: warning: slow']);
    expect(lines(say, { level: 'warn' })).toEqual(['foldout: warning: slow']);
    expect(lines(say, { level: 'silent' })).toEqual([]);
  });

  it('writes JSON for machines', () => {
    const [line = ''] = lines((log) => log.warn('slow\n"quoted"'), { json: true });
    expect(JSON.parse(line)).toEqual({
      time: expect.stringMatching(/^\d{4}-/),
      level: 'warn',
      message: 'slow\\n"quoted"',
    });
  });

  it('shows no secret', () => {
    const secrets = new KnownSecrets(['hunter2-hunter2']);
    const said = 'failed with hunter2-hunter2 and Bearer abcdefghijklmnop';
    for (const json of [false, true]) {
      const [line] = lines((log) => log.info(said), { json, secrets });
      expect(line).toContain('failed with [redacted] and Bearer [redacted]');
    }
  });

  it('shows no part of a secret at the end of a truncated text', () => {
    const secret = 'S3cret'.repeat(20);
    const secrets = new KnownSecrets([secret]);
    // After redaction the text is shorter than `MAX_LINE`, and it ends with a truncated secret.
    const text = `${secret} `.repeat(1_000);
    const [line] = lines((log) => log.info(text), { secrets });
    expect(line).not.toContain('S3cret');
  });

  it('writes one printable line of bounded length for any text', () => {
    const said = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom(
        '\u001b[31mred\u0007',
        'a\r\nb',
        '\u202eabc',
        '\u2028',
        'x'.repeat(100_000),
        '😀'.repeat(9_000),
        `a${'😀'.repeat(9_000)}`,
        '\n'.repeat(20_000),
      ),
    );
    fc.assert(
      fc.property(said, fc.boolean(), (message, json) => {
        const [line = '', ...more] = lines((log) => log.info(message), { json });
        expect(more).toEqual([]);
        expect(line).not.toMatch(/\p{C}|\p{Zl}|\p{Zp}/u);
        expect(line.length).toBeLessThan(MAX_LINE * 2 + 200);
      }),
    );
  });

  it('goes to stderr and not to stdout', () => {
    const module = pathToFileURL(join(import.meta.dirname, '../../dist/logging/stderr-log.js')).href;
    const script = `import(${JSON.stringify(module)}).then(({ stderrLog }) => stderrLog().info('hello'))`;
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['', 'foldout: hello\n']);
  });
});
