import { describe, expect, it } from 'vitest';
import { markOf, type Secrets } from './marks.ts';
import { Script, type Step } from './script.ts';
import type { Conversation, OfferedTool, SeenResult, ToolUse } from './wire/wire.ts';

const SECRETS: Secrets = { secret: 'x', sizes: ['size-aaaaaa', 'size-bbbbbb'] };
const COLD = { isSlowLoaded: () => false };
const offer = (...names: string[]): OfferedTool[] => names.map((name) => ({ name, definition: { name } }));
const text = (text: string, images = 0): SeenResult => ({ text, images });
const mark = (tool: string, argument: string): string => markOf(SECRETS, tool, argument);

/** Plays a client: answers each tool call, and repeats every request once, as clients do after an error. */
function play(script: Script, tools: readonly OfferedTool[], answer: (use: ToolUse) => SeenResult): ToolUse[] {
  const results: SeenResult[] = [];
  const uses: ToolUse[] = [];
  for (;;) {
    const conversation: Conversation = { tools, results: [...results], rest: '' };
    script.reply(conversation);
    const reply = script.reply(conversation);
    if (!('use' in reply)) return uses;
    uses.push(reply.use);
    results.push(answer(reply.use));
  }
}

const MISSING =
  '3 of 9 servers are not loaded yet: archive (starting), payroll (needs sign-in: run `x`), printer (failed: it ended)';

/** What a gateway with the surface `lazy` answers. */
function lazily({ tool, input }: ToolUse): SeenResult {
  if (tool.name.endsWith('discover')) {
    const search = String(input['search']);
    const hit = /many/.test(search) ? 'count_boxes' : /draw/.test(search) ? 'draw_shelf_plan' : 'order_packing';
    return text(`${MISSING}\nwarehouse/${hit} - a tool\nwarehouse/move_boxes - another`);
  }
  if (tool.name.endsWith('detail')) return text('count_boxes(article: string)');
  const called = String(input['command']).replace('warehouse/', '');
  const { size = '', topic } = input['input'] as { size?: string; topic?: string };
  if (called === 'simulate-research-query') return text(`# Research Report: ${topic}`);
  if (called === 'count_boxes') return text(`receipt ${mark('count_boxes', 'A-17')}`);
  if (called === 'draw_shelf_plan') return text(`Plan ${mark('draw_shelf_plan', 'A-17')}`, 1);
  if (size === 'size-bbbbbb') return text(`Order ${mark('order_packing', size)}`);
  return text(`size: '${size}' is not one of "size-bbbbbb", "size-aaaaaa"`);
}

const failedSteps = ({ outcomes, steps }: Script): Step[] => steps.filter((step) => !outcomes.get(step)?.arrived);

describe('the scripted model', () => {
  const META = offer('mcp__foldout__afd_discover', 'mcp__foldout__afd_detail', 'mcp__foldout__afd_call', 'Read');

  it('searches, describes, calls and repairs by what the results say', () => {
    const script = new Script(SECRETS, COLD);
    const uses = play(script, META, lazily);
    expect(failedSteps(script)).toEqual([]);
    expect(uses.at(-2)?.input).toEqual({
      command: 'warehouse/order_packing',
      input: { article: 'A-17', size: 'size-bbbbbb' },
    });
    expect(script.exchanges).toHaveLength(uses.length);
  });

  it.each<[Step, (use: ToolUse) => SeenResult]>([
    ['search', (use) => without(lazily(use), /warehouse\/count_boxes/)],
    ['missing', (use) => without(lazily(use), /payroll/)],
    ['describe', (use) => without(lazily(use), /article: string/)],
    ['call', (use) => without(lazily(use), /receipt \S+/)],
    ['image', (use) => ({ ...lazily(use), images: 0 })],
    ['healed', (use) => without(lazily(use), /Order \S+/)],
    ['task', (use) => without(lazily(use), /Report: /)],
  ])('sees that the step %s did not arrive', (step, answer) => {
    const script = new Script(SECRETS, COLD);
    play(script, META, answer);
    expect(failedSteps(script)).toEqual([step]);
  });

  it('does not expect the slow server to be missing once it is loaded', () => {
    const late = (use: ToolUse): SeenResult => without(lazily(use), /archive \(starting\), /);
    for (const isLoaded of [true, false]) {
      const script = new Script(SECRETS, { isSlowLoaded: () => isLoaded });
      play(script, META, late);
      expect(failedSteps(script)).toEqual(isLoaded ? [] : ['missing']);
    }
  });

  it('does not take base64 in a text for a picture', () => {
    const script = new Script(SECRETS, COLD);
    play(script, META, (use) => {
      const { text: said, images } = lazily(use);
      return images > 0 ? text(`${said} image ${'QUJD'.repeat(40)}`) : text(said);
    });
    expect(script.outcomes.get('image')).toEqual({ arrived: false, note: 'base64 as text' });
  });

  it('cannot repair a call if the error does not name the values', () => {
    const script = new Script(SECRETS, COLD);
    play(script, META, (use) => without(lazily(use), /"size-bbbbbb", "size-aaaaaa"/));
    expect(failedSteps(script)).toEqual(['healed']);
  });

  it('uses tools under their own names where there is no finder, and the search of the client', () => {
    const definition = { properties: { article: {}, size: { enum: SECRETS.sizes } } };
    const names = ['count_boxes', 'draw_shelf_plan', 'order_packing', 'simulate-research-query'];
    const tools = names.map((name) => ({ name: `foldout_${name}`, definition }));
    const direct = ({ tool, input }: ToolUse): SeenResult =>
      lazily({ tool: { name: 'call' }, input: { command: tool.name.replace('foldout_', 'warehouse/'), input } });
    const listed = new Script(SECRETS);
    play(listed, tools, direct);
    expect(failedSteps(listed)).toEqual([]);

    const searched = new Script(SECRETS);
    const uses = play(searched, [...tools, ...offer('ToolSearch')], (use) => {
      const [name] = /count|draw|order|simulate/.exec(String(use.input['query']).replace('many', 'count')) ?? [];
      return use.tool.name === 'ToolSearch'
        ? text(`${names.find((tool) => tool.startsWith(name ?? '-'))}`)
        : direct(use);
    });
    expect(failedSteps(searched)).toEqual([]);
    expect(uses[0]?.tool.name).toBe('ToolSearch');
  });

  it('searches where the client names the server only', () => {
    const reply = (rest: string) => new Script(SECRETS).reply({ tools: offer('tool_search'), results: [], rest });
    expect(reply('mcp__foldout: Find tools with afd-discover.')).toMatchObject({
      use: { tool: { name: 'tool_search' }, input: { query: 'afd-discover' } },
    });
    expect(reply('mcp__foldout: Search for it.')).toMatchObject({
      use: { input: { query: expect.stringContaining('boxes') } },
    });
    expect(reply('no server')).toEqual({ text: 'ok' });
  });

  it('does not start on a request beside the conversation', () => {
    const script = new Script(SECRETS);
    expect(script.reply({ tools: offer('Read'), results: [], rest: 'a title' })).toEqual({ text: 'ok' });
    expect(failedSteps(script)).toEqual([...script.steps]);
  });
});

function without({ text: said, images }: SeenResult, words: RegExp): SeenResult {
  return { text: said.replace(words, ''), images };
}
