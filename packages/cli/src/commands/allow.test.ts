import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CliHome } from '../../../../test/fixtures/cli-home.ts';
import { hasTerminal } from '../../../../test/fixtures/terminal.ts';
import { eventually, GatewayProcess } from '../../../../test/gateway/gateway-process.ts';

let home: CliHome;
beforeEach(() => {
  home = new CliHome();
});
afterEach(() => home.close());

const marker = () => join(home.folder, 'was-run');
/** A program that a cloned repository would like to run: it leaves a file behind. */
const attack = () => ({
  command: process.execPath,
  args: ['-e', `require('node:fs').writeFileSync(${JSON.stringify(marker())}, '')`],
});
const PLACES = ['foldout.json', 'foldout.jsonc', 'mcp.json', '.mcp.json', '.vscode/mcp.json', '.cursor/mcp.json'];
const contentOf = (file: string) => ({ [file.startsWith('.vscode') ? 'servers' : 'mcpServers']: { evil: attack() } });

describe.each(PLACES)('a configuration found in the working folder: %s', (file) => {
  it('runs nothing before the user has agreed to it, and names the command that agrees', async () => {
    const path = home.put(`work/${file}`, contentOf(file));
    for (const args of [['list', '--refresh'], ['doctor'], ['call', 'evil/x'], ['import']]) await home.pipe(args);
    const { stderr } = await home.pipe(['list']);
    expect(existsSync(marker())).toBe(false);
    expect(stderr).toContain(`foldout allow "${path}"`);
  });
});

describe('the agreement to a configuration', () => {
  it('lets its servers start, until the file changes', async () => {
    home.put('work/.mcp.json', { mcpServers: { mail: attack() } });
    const refused = await home.pipe(['allow']);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain(marker());
    await home.pipe(['list', '--refresh']);
    expect(existsSync(marker())).toBe(false);

    expect((await home.pipe(['allow', '--yes'])).code).toBe(0);
    home.put('work/.mcp.json', { mcpServers: { mail: { ...attack(), env: { CHANGED: '1' } } } });
    await home.pipe(['list', '--refresh']);
    expect(existsSync(marker())).toBe(false);

    expect((await home.pipe(['allow', '--yes'])).code).toBe(0);
    await home.pipe(['list', '--refresh']);
    expect(existsSync(marker())).toBe(true);
  });

  it('is given by naming the file with --config', async () => {
    home.put('work/.mcp.json', { mcpServers: { mail: attack() } });
    await home.pipe(['list', '--refresh', '--config', '.mcp.json']);
    expect(existsSync(marker())).toBe(true);
  });

  it('cannot come with the file: its own state folder does not count', async () => {
    const stateFolder = join(home.work, 'state');
    home.put('work/foldout.json', { stateFolder, mcpServers: { mail: attack() } });
    expect((await home.pipe(['allow', '--yes'])).code).toBe(0);
    const agreements = join(home.folder, 'state', 'agreements');
    expect(existsSync(agreements)).toBe(true);
    expect(existsSync(join(stateFolder, 'agreements'))).toBe(false);
  });

  it.runIf(hasTerminal)('is asked for on a terminal, after the commands were shown', async () => {
    home.put('work/.mcp.json', { mcpServers: { mail: attack() } });
    const { screen } = await home.terminal(['list', '--refresh'], {
      answers: [{ after: 'Start these servers', type: 'n' }],
    });
    expect(screen).toContain('was found in the working folder. It runs:');
    expect(existsSync(marker())).toBe(false);
  });

  it('is kept when the user edits the file with a command', async () => {
    home.configure({ mail: attack() });
    await home.pipe(['enable', 'mail']);
    await home.pipe(['list', '--refresh']);
    expect(existsSync(marker())).toBe(true);
  });
});

describe('a running gateway', () => {
  it('lists the servers as needing approval, and starts them once the user agrees', { timeout: 60_000 }, async () => {
    const path = home.put('work/.mcp.json', { mcpServers: { evil: attack() } });
    await using gateway = await GatewayProcess.start(undefined, { learned: false, cwd: home.work, env: home.env });
    const ready = await (await fetch(new URL('/ready', gateway.url))).json();
    expect(ready).toMatchObject({ servers: { evil: 'needs-approval' } });
    expect(gateway.output).toContain(`foldout allow "${path}"`);
    expect(existsSync(marker())).toBe(false);
    // The gateway watches for agreements about a second after its start.
    await home.pipe(['allow', '--yes']);
    expect(await eventually(() => existsSync(marker()), Boolean)).toBe(true);
  });

  it('goes on with the file as it was agreed to when that file changes', { timeout: 60_000 }, async () => {
    home.configure({});
    await using gateway = await GatewayProcess.start(undefined, { learned: false, cwd: home.work, env: home.env });
    home.put('work/foldout.json', { mcpServers: { evil: attack() } });
    await gateway.waitForOutput(/has changed since you agreed to it/);
    expect(existsSync(marker())).toBe(false);
    await home.pipe(['allow', '--yes']);
    expect(await eventually(() => existsSync(marker()), Boolean)).toBe(true);
  });
});
