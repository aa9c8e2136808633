import { readFileSync } from 'node:fs';
import { openState, SearchMemory } from '@foldout/gateway/internal';
import { learnSearch } from '@foldout/usage/internal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CliHome } from '../../../../test/fixtures/cli-home.ts';

const places = ['bar', 'kitchen', 'terrace', 'cellar', 'garden', 'lounge'];
const TILL = [
  ...places.map((place) => ({
    name: `${place}_tab`,
    description: `Open a tab for a table in the ${place}, or settle what guests ask for.`,
  })),
  { name: 'close_ledger', description: 'Close the ledger of a table.' },
];
/** What guests say, as examples that the user has written into the configuration. */
const asked = ['settle the tab', 'settle our tab please', 'can you settle a tab', 'guests want to settle their tab'];

let home: CliHome;
let file: string;
const text = () => readFileSync(file, 'utf8');

beforeAll(() => {
  home = new CliHome();
});
beforeEach(async () => {
  const overlays = { 'till/close_ledger': { examples: asked.map((title) => ({ title, input: {} })) } };
  const config = JSON.stringify({ overlays, mcpServers: { till: home.server('till', TILL) } }, null, 2);
  file = home.putAgreed('work/foldout.json', config.replace('{', '{\n  // Our till.'));
  await home.pipe(['list']);
});
afterAll(() => home.close());

describe('foldout doctor --improve', () => {
  it('shows what it proposes, and writes nothing where it cannot ask', async () => {
    const before = text();
    const { code, stdout, stderr } = await home.pipe(['doctor', '--improve']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/till\/close_ledger\s.*settle tab/);
    expect(stderr).toContain('foldout doctor --improve --yes');
    const { improvements, touched, others } = JSON.parse((await home.pipe(['doctor', '--improve', '--json'])).stdout);
    expect(improvements).toMatchObject([{ tool: 'till/close_ledger' }]);
    expect(touched.after).toBeGreaterThan(touched.before);
    expect(others.after).toBeGreaterThanOrEqual(others.before);
    expect(text()).toBe(before);
  });

  it('says that the servers and the options are unknown', async () => {
    expect(await home.pipe(['doctor', '--improve', 'tills'])).toMatchObject({ code: 2 });
    const { code, stderr } = await home.pipe(['doctor', '--yes']);
    expect(code).toBe(2);
    expect(stderr).toContain('foldout doctor --improve');
  });

  it('learns the requests from searches that ended in a call, too', async () => {
    home.configure({ till: home.server('till', TILL) });
    const improved = async () => JSON.parse((await home.pipe(['doctor', '--improve', '--json'])).stdout).improvements;
    expect(await improved()).toEqual([]);
    await using state = await openState(undefined, home.env['FOLDOUT_HOME'] as string);
    const { documents } = new SearchMemory(state.documents);
    for (const request of asked) documents.add('local', learnSearch(request, 'till/close_ledger'));
    await documents.flush();
    const [improvement] = await improved();
    expect(improvement).toMatchObject({ tool: 'till/close_ledger' });
    // The alias has whole words, although only the stems of a search are stored.
    expect(improvement.overlay.aliases.join(' ')).toMatch(/\bsettle\b/);
    await documents.forget('local');
  });

  it('writes the overlays with --yes; searches find the tool, and comments and examples stay', async () => {
    const search = async () =>
      JSON.parse((await home.pipe(['search', '--json', 'settle up our tab'])).stdout).hits[0].tool;
    expect(await search()).not.toBe('till/close_ledger');
    expect(await home.pipe(['doctor', '--improve', '--yes'])).toMatchObject({ code: 0 });
    expect(text()).toContain('// Our till.');
    expect(text()).toMatch(/"aliases": \[\s*"[^"]*settle tab/);
    expect(text()).toContain('guests want to settle their tab');
    expect(await search()).toBe('till/close_ledger');
    // What is written is found: nothing is left to propose.
    const again = await home.pipe(['doctor', '--improve', '--json']);
    expect(JSON.parse(again.stdout).improvements).toEqual([]);
  });
});
