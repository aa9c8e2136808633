import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CALENDAR, CliHome, MAIL } from '../fixtures/cli-home.ts';
import { BINARY, ROOT } from '../fixtures/terminal.ts';

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const [, block = ''] = readme.match(/three-commands:start -->\s+```\n([^`]+)```/) ?? [];
const [clone = '', ...commands] = block.trim().split('\n');

let home: CliHome;
beforeEach(() => {
  home = new CliHome();
  const many = Array.from({ length: 40 }, (_, index) => ({
    name: `label_${index}`,
    description: `Put label number ${index} on a message, so that it is found under that label later.`,
  }));
  const mcpServers = { mail: home.server('mail', [...MAIL, ...many]), calendar: home.server('calendar', CALENDAR) };
  home.put('home/.cursor/mcp.json', { mcpServers });
});
afterEach(() => home.close());

describe("the README's three commands", () => {
  it('are a clone and two npm scripts that exist', () => {
    expect(clone).toMatch(/^git clone <this repository> foldout && cd foldout$/);
    expect(commands).toEqual(['npm run foldout -- import', 'npm run foldout -- serve --http']);
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    // `scripts/ready.mjs` is not run here: it would reinstall and rebuild while other tests run.
    expect(scripts.foldout).toBe('node scripts/ready.mjs && node packages/cli/dist/bundle/main.js');
    expect(existsSync(BINARY)).toBe(true);
  });

  it('import the configuration of a client, serve it, and print the savings', async () => {
    const env = { npm_lifecycle_event: 'foldout' };
    const [importing = [], serving = []] = commands.map((line) => line.split(' -- ')[1]?.split(' ') ?? []);
    // The command runs without a terminal and cannot ask for confirmation, so `--yes` is needed.
    const imported = await home.pipe([...importing, '--yes'], { env });
    expect(imported.code).toBe(0);
    expect(imported.stdout).toMatch(/^Cursor\t45\t[\d,]+\t5\t[\d,]+\t\d\d%$/m);
    expect(imported.stderr).toContain('next: npm run foldout -- connect');
    const greeting = await firstWords([...serving, '--port', '0'], env);
    expect(greeting).toMatch(/Foldout serves 2 servers \(calendar, mail\) at http:\/\/127\.0\.0\.1:\d+\/mcp/);
    expect(greeting).toMatch(
      /45 tools: [\d,]+ tokens before a client's first call, [\d,]+ with Foldout \(\d\d% less\)/,
    );
  });
});

/** Output of the server up to the line with the savings. */
async function firstWords(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const server = spawn(process.execPath, [BINARY, ...args], { cwd: home.work, env: { ...home.env, ...env } });
  const gone = new Promise((done) => server.on('close', done));
  let said = '';
  try {
    await new Promise<void>((done) => {
      server.stderr.on('data', (chunk) => {
        said += chunk;
        if (said.includes('% less)')) done();
      });
      void gone.then(() => done());
    });
  } finally {
    server.kill();
    await gone;
  }
  return said;
}
