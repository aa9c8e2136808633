import { describe, expect, it } from 'vitest';
import { engineWith, tool } from './tools-under-test.ts';

const NOTE = 'Adds a note to a customer';

describe('the same tool on several servers', () => {
  const copies = ['east', 'west', 'north'].map((server) => tool(`${server}/add_note`, NOTE));
  const others = ['read', 'list', 'pin'].map((verb) => tool(`east/${verb}_note`, `${verb}s a note of a customer`));

  it('is one hit, which lists the other servers', () => {
    const { hits } = engineWith([...copies, ...others]).search('put a note on a customer', { limit: 4 });
    expect(hits.map(({ tool: { name } }) => name).toSorted()).toEqual([
      'add_note',
      'list_note',
      'pin_note',
      'read_note',
    ]);
    const [first] = hits.filter(({ tool: { name } }) => name === 'add_note');
    const servers = [first?.tool, ...(first?.copies ?? [])].map((one) => one?.server);
    expect(servers.toSorted()).toEqual(['east', 'north', 'west']);
    expect(hits.filter((hit) => hit.copies)).toHaveLength(1);
  });

  it('is the hit of the server that the request names', () => {
    const [first] = engineWith([...copies, ...others]).search('add a customer note in north').hits;
    expect(first?.tool.id).toBe('north/add_note');
    expect(first?.copies).toHaveLength(2);
  });

  it('is several hits where its texts or parameters differ', () => {
    const changed = [
      tool('east/add_note', NOTE),
      tool('west/add_note', `${NOTE}.`),
      tool('north/add_note', NOTE, { inputSchema: { type: 'object', properties: { note: {} } } }),
    ];
    expect(engineWith(changed).search('put a note on a customer').hits).toHaveLength(3);
  });

  it('is several hits where the query is its name', () => {
    expect(engineWith(copies).search('add_note').hits).toHaveLength(3);
  });
});

describe('a query that is written as a pattern', () => {
  const tools = [
    tool('github/add_issue_comment', 'Comments on an issue'),
    tool('github/list_issues', 'Lists issues, newest comment first'),
    tool('slack/post_message', 'Posts a message'),
  ];
  const ids = (query: string) =>
    engineWith(tools)
      .search(query)
      .hits.map((hit) => hit.tool.id);

  it('finds what a regular expression matches, names before descriptions', () => {
    expect(ids('/issue.*comment/')).toEqual(['github/add_issue_comment', 'github/list_issues']);
    expect(ids('/^(list|post)_/')).toEqual(['github/list_issues', 'slack/post_message']);
  });

  it('finds the names and addresses that a glob matches', () => {
    expect(ids('*_issue*')).toEqual(['github/add_issue_comment', 'github/list_issues']);
    expect(ids('slack/*')).toEqual(['slack/post_message']);
  });

  it('is read as words where nothing matches', () => {
    expect(ids('/comments.+please/')[0]).toBe('github/add_issue_comment');
  });

  it('respects the filter, the limit and the lowest score', () => {
    const engine = engineWith(tools);
    const filter = ({ server }: { server: string }) => server === 'slack';
    expect(engine.search('/./', { filter }).hits).toHaveLength(1);
    expect(engine.search('/./', { limit: 2 }).hits).toHaveLength(2);
    expect(engine.search('/newest.*/', { minScore: 0.4 }).hits).toHaveLength(1);
    expect(engine.search('/newest.*/', { minScore: 0.6 }).hits).toEqual([]);
  });
});
