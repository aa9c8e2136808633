import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALENDAR, CliHome, MAIL } from '../../../../test/fixtures/cli-home.ts';
import { hasTerminal } from '../../../../test/fixtures/terminal.ts';

let home: CliHome;

beforeAll(() => {
  home = new CliHome();
  home.configure({ mail: home.server('mail', MAIL), calendar: home.server('calendar', CALENDAR) });
});
afterAll(() => home.close());

describe('foldout bench', () => {
  it('measures tokens of each surface, the start and a call, and writes a picture', async () => {
    const { code, stdout, stderr } = await home.pipe(['bench', '--json', '--svg', 'tokens.svg']);
    expect([code, stderr]).toEqual([0, 'foldout: SVG image written to tokens.svg\n']);
    const { surfaces, search, breakEven, start, call } = JSON.parse(stdout);
    expect(surfaces[0]).toMatchObject({ surface: 'direct', tools: 5 });
    expect(surfaces.map(({ surface }: { surface: string }) => surface)).toContain('lazy');
    // Five short definitions cost less than five meta-tools: there is nothing to break even with.
    expect(search).toMatchObject({ five: expect.any(Number), tokens: expect.any(Number) });
    expect(search.requests).toBeGreaterThan(20);
    expect(search.five).toBeGreaterThan(0.9);
    expect(search.first).toBeLessThanOrEqual(search.five);
    expect(breakEven).toBeUndefined();
    expect(start.gatewayMs).toBeGreaterThan(0);
    expect(call.directMs).toBeGreaterThan(0);
    expect(call.gatewayMs).toBeGreaterThan(0);
    const picture = readFileSync(join(home.work, 'tokens.svg'), 'utf8');
    expect(picture).toContain('5 tools, by surface');
    expect(picture).toMatch(/the right tool is among five in \d+% of \d+ requests/);
    // The picture must load nothing from other servers, because a request would tell those servers who views it.
    expect(picture.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/https?:|href|<script/);
  });

  it.runIf(hasTerminal)('shows tables on a terminal', async () => {
    const { screen } = await home.terminal(['bench']);
    await expect(home.plain(screen)).toMatchFileSnapshot('golden/bench.terminal.txt');
  });
});
