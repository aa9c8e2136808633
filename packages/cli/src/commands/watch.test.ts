import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliHome, MAIL } from '../../../../test/fixtures/cli-home.ts';
import { BINARY } from '../../../../test/fixtures/terminal.ts';

let home: CliHome;
beforeAll(() => {
  home = new CliHome();
  home.configure({ mail: home.server('mail', MAIL) });
});
afterAll(() => home.close());

/** Starts the program and reads its output up to a pattern, again and again. */
function started(args: readonly string[]) {
  const child = spawn(process.execPath, [BINARY, ...args], { cwd: home.work, env: home.env });
  let text = '';
  let wake = (): void => {};
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      wake();
    });
  return {
    until: async (pattern: RegExp): Promise<string> => {
      while (!pattern.test(text))
        await new Promise<void>((resume) => {
          wake = resume;
        });
      const seen = text;
      text = '';
      return seen;
    },
    [Symbol.asyncDispose]: async () => {
      const ended = new Promise((resume) => child.once('exit', resume));
      child.kill('SIGINT');
      await ended;
    },
  };
}

describe('--watch', { timeout: 60_000 }, () => {
  it('of run runs the script again when it changes, also after an error', async () => {
    const script = join(home.work, 'script.ts');
    writeFileSync(script, "console.log('first');");
    await using run = started(['run', 'script.ts', '--watch']);
    expect(await run.until(/waiting for changes/)).toContain('first');
    writeFileSync(script, 'nothing();');
    expect(await run.until(/waiting for changes/)).toContain('script.ts:1');
    writeFileSync(script, "console.log('third');");
    expect(await run.until(/waiting for changes/)).toContain('third');
  });

  it('of generate writes again when the configuration changes', async () => {
    await using generate = started(['generate', 'watched', '--watch']);
    expect(await generate.until(/waiting for changes/)).toContain('of 1 server');
    home.configure({ mail: home.server('mail', MAIL), post: home.server('post', MAIL) });
    await generate.until(/of 2 servers.*waiting for changes/s);
    expect(existsSync(join(home.work, 'watched', 'servers', 'post', 'index.ts'))).toBe(true);
  });
});
