import { describe, expect, it } from 'vitest';
import { splitWords } from '../text/split-words.ts';
import { NamedServers } from './named-servers.ts';

function serversOf(names: readonly string[], toolWords: readonly string[] = ['get', 'list', 'create', 'find']) {
  const servers = new NamedServers();
  const ids = new Map<string, number>();
  for (const name of names) for (const word of toolWords) ids.set(name, servers.add(name, word));
  return { servers, ids };
}

function named(names: readonly string[], request: string, mentions: (word: string) => number = () => 4): string[] {
  const { servers, ids } = serversOf(names);
  const { strengths, best } = servers.find(splitWords(request), mentions, 4 * names.length);
  return names.filter((name) => (strengths.get(ids.get(name) ?? -1) ?? 0) >= Math.max(0.1, best - 0.3));
}

const NAMES = ['linear', 'github', 'google-maps', 'google-calendar', 'kubernetes', 'brave-search', 'mcp-server-notion'];

describe('the server that a request names', () => {
  it('is found by its name, also without the words that every server name has', () => {
    expect(named(NAMES, 'create sub-issues linear')).toEqual(['linear']);
    expect(named(NAMES, 'search notion pages')).toEqual(['mcp-server-notion']);
    expect(named(NAMES, 'search the web')).toEqual([]);
  });

  it('is found by its usual other names', () => {
    expect(named(NAMES, 'restart the pod on k8s')).toEqual(['kubernetes']);
    expect(named(NAMES, 'open a PR on gh')).toEqual(['github']);
  });

  it('is the one whose whole name is there, else each that is named in part', () => {
    expect(named(NAMES, 'find coffee with google maps')).toEqual(['google-maps']);
    expect(named(NAMES, 'what is on google')).toEqual(['google-maps', 'google-calendar']);
  });

  it('is not named by an ordinary word that tools of other servers contain', () => {
    expect(named(['line', 'github'], 'add a line to the file', () => 20)).toEqual([]);
    expect(named(['line', 'github'], 'add a friend', () => 4)).toEqual([]);
  });

  it('is found by the prefix of its tools', () => {
    const { servers, ids } = serversOf(['atlassian-cloud', 'slack'], []);
    for (const word of ['send', 'read', 'list']) servers.add('slack', word);
    for (let i = 0; i < 3; i++) ids.set('atlassian-cloud', servers.add('atlassian-cloud', 'jira'));
    expect([...servers.find(['close', 'jira', 'ticket'], () => 3, 6).strengths.keys()]).toEqual([
      ids.get('atlassian-cloud'),
    ]);
  });

  it('is nothing to prefer where there is only one', () => {
    expect(named(['issue-tracker'], 'create an issue')).toEqual([]);
  });

  it('is the same after a restart, and forgotten with its last tool', () => {
    const { servers } = serversOf(NAMES);
    const restored = new NamedServers();
    restored.restore(JSON.parse(JSON.stringify(servers.save())));
    const words = splitWords('issues in linear');
    expect(restored.find(words, () => 4, 28)).toEqual(servers.find(words, () => 4, 28));
    for (const word of ['get', 'list', 'create', 'find']) restored.remove('linear', word);
    expect(restored.find(words, () => 4, 28).best).toBe(0);
  });
});
