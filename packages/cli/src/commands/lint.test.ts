import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CliHome, MAIL } from '../../../../test/fixtures/cli-home.ts';
import { ROOT } from '../../../../test/fixtures/terminal.ts';

const ALIKE = join(ROOT, 'test', 'fixtures', 'servers', 'alike-commands.mjs');

let home: CliHome;
beforeEach(() => {
  home = new CliHome();
});
afterEach(() => home.close());

interface Linted {
  readonly server: string;
  readonly commands: number;
  readonly listing: readonly { readonly strategy: string; readonly tools: number; readonly tokens: number }[];
  readonly findings: readonly { readonly check: string; readonly about: string; readonly what: string }[];
}

describe('foldout lint', () => {
  it('reads all commands of a Foldout server, also of its contexts, whatever it lists', async () => {
    const { code, stdout } = await home.pipe(['lint', '--json', process.execPath, ALIKE]);
    const { commands, listing, findings } = JSON.parse(stdout) as Linted;
    expect([code, commands]).toEqual([1, 13]);
    expect(listing[0]).toMatchObject({ strategy: 'now', tools: 5 });
    expect(listing.find(({ strategy }) => strategy === 'individual')).toMatchObject({ tools: 16 });
    const [now, individual] = listing;
    expect(now?.tokens).toBeLessThan(individual?.tokens ?? 0);
    expect(findings).toMatchObject([
      { check: 'description', about: 'alike-commands/ledger-close', what: expect.stringContaining('its example "get') },
      { check: 'alike', about: 'alike-commands/order-add, alike-commands/order-create' },
    ]);
  });

  it('lints a server of the configuration, and ends with 0 if nothing is wrong', async () => {
    home.configure({ mail: home.server('mail', MAIL) });
    const { code, stdout } = await home.pipe(['lint', 'mail']);
    expect([code, stdout.split('\n').at(-2)]).toEqual([0, 'mail: 3 commands, no findings']);
    expect(stdout).toMatch(/^now\s+3\s+\d+$/m);
  });

  it('starts a file of JavaScript with Node', async () => {
    const { stdout } = await home.pipe(['lint', '--json', ALIKE]);
    expect((JSON.parse(stdout) as Linted).commands).toBe(13);
  });

  it('says why a server could not be read', async () => {
    const { code, stderr } = await home.pipe(['lint', 'foldout-no-such-program run']);
    expect(code).not.toBe(0);
    expect(stderr).toContain('foldout-no-such-program');
  });
});
