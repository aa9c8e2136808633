import { describe, expect, it } from 'vitest';
import { tool } from '../../../../test/fixtures/tools.ts';
import { overlayTool } from '../catalog/overlay.ts';
import type { Tool } from '../catalog/tool.ts';
import { SearchEngine } from '../search/search-engine.ts';
import { improveTools } from './improve-tools.ts';
import { paraphrasesOf } from './paraphrases.ts';

const described = (name: string, description: string, over: Partial<Tool> = {}): Tool =>
  tool(name, { type: 'object' }, { description, summary: description, ...over });

/** Six tools that share the words of the requests below. */
const loud = ['bar', 'kitchen', 'terrace', 'cellar', 'garden', 'lounge'].map((place) =>
  described(`${place}_tab`, `Open a tab for a table in the ${place}, or settle what guests ask for`),
);
/** What guests call a tab is a ledger here. */
const quiet = described('close_ledger', 'Close the ledger of a table');
const asked = ['settle the tab', 'settle our tab please', 'can you settle a tab', 'guests want to settle their tab'];
const said = ({ id }: Tool) => (id === quiet.id ? asked : []);

describe('paraphrases', () => {
  it('are made of names, parameters, choices and examples, each in one half only', () => {
    const one = described('delete_issue', 'Deletes an issue', {
      examples: [{ title: 'clean up spam', input: {} }],
      inputSchema: { type: 'object', properties: { project_id: { type: 'string' } } },
    });
    const { known, heldOut } = paraphrasesOf(one, ['that report was a mistake']);
    const all = [...known, ...heldOut];
    expect(all).toEqual(
      expect.arrayContaining([
        'that report was a mistake',
        'clean up spam',
        'get rid of issue',
        'remove issue with project id',
      ]),
    );
    // What people say for an issue.
    expect(all.some((request) => /\bbug\b/.test(request))).toBe(true);
    expect(known.filter((request) => heldOut.includes(request))).toEqual([]);
    expect(Math.abs(known.length - heldOut.length)).toBeLessThanOrEqual(1);
    expect(paraphrasesOf(one, ['that report was a mistake'])).toEqual({ known, heldOut });
  });

  it('never are the name itself, which search finds anyway', () => {
    const { known, heldOut } = paraphrasesOf(described('remove_issue', 'Removes an issue'));
    expect([...known, ...heldOut]).not.toContain('remove issue');
  });
});

describe('improveTools', () => {
  it('proposes the words of requests that do not find their tool, and says what they bring', async () => {
    const { improvements, touched, others } = await improveTools([...loud, quiet], { search: {}, said });
    expect(improvements.map(({ tool: { name } }) => name)).toEqual(['close_ledger']);
    const [improvement] = improvements;
    expect(improvement?.after).toBeGreaterThan(improvement?.before ?? 1);
    expect(touched.after).toBeGreaterThan(touched.before);
    expect(others.after).toBeGreaterThanOrEqual(others.before);
  });

  it('reports what a search with the overlay really finds', async () => {
    const tools = [...loud, quiet];
    const { improvements } = await improveTools(tools, { search: {}, said });
    const { overlay, after = 0 } = improvements[0] ?? {};
    const engine = SearchEngine.load(new Uint8Array(), tools, {});
    engine.upsert(overlayTool(quiet, overlay ?? {}));
    const { heldOut } = paraphrasesOf(quiet, asked);
    const found = heldOut.filter((request) =>
      engine.search(request, { limit: 5 }).hits.some((hit) => hit.tool.id === quiet.id),
    );
    expect(found.length / heldOut.length).toBe(after);
  });

  it('proposes nothing for tools that are found, that are disabled, or that were not asked about', async () => {
    const found = described('export_calendar', 'Export the calendar of a team');
    expect((await improveTools([found], { search: {} })).improvements).toEqual([]);
    const off = await improveTools([...loud, { ...quiet, enabled: false }], { search: {}, said });
    expect(off.improvements).toEqual([]);
    const other = await improveTools([...loud, quiet], { search: {}, said, only: ({ id }) => id !== quiet.id });
    expect(other.improvements).toEqual([]);
  });

  it('drops a proposal that pushes another tool out of the answers to its requests', async () => {
    // Five tools fill the answer: with the proposal, the last of them falls out.
    const tools = [...loud.slice(0, 5), quiet];
    const alone = await improveTools(tools, { search: {}, said });
    expect(alone.improvements).toHaveLength(1);
    const { improvements, others, dropped } = await improveTools(tools, { search: {}, said: () => asked });
    expect({ improvements, dropped }).toEqual({ improvements: [], dropped: 1 });
    expect(others.after).toBe(others.before);
  });

  it('drops a proposal that does not help with the requests that it was not made from', async () => {
    const wide = loud.map((one) => described(one.name, `${one.description}, total owed, bill due, paid in full`));
    const unlike = ['settle the tab', 'total owed now', 'is the bill due', 'paid in full today'];
    const strange = ({ id }: Tool) => (id === quiet.id ? unlike : []);
    const { improvements, dropped } = await improveTools([...wide, quiet], { search: {}, said: strange });
    expect({ improvements, dropped }).toEqual({ improvements: [], dropped: 1 });
  });
});
