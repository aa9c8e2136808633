import { describe, expect, it } from 'vitest';
import { loadConfig } from './load-config.ts';
import { ConfigError } from './problem.ts';

const SERVERS = { files: { command: 'a', category: 'documents' }, tracker: { command: 'b' } };

function load(settings: object) {
  return loadConfig({ text: JSON.stringify({ mcpServers: SERVERS, ...settings }), file: 'foldout.json' }).config;
}

function problemsIn(settings: object): string[] {
  try {
    load(settings);
  } catch (error) {
    if (error instanceof ConfigError)
      return error.problems.map(({ path, message, fix }) => `${path}: ${message}; ${fix}`);
    throw error;
  }
  return [];
}

describe('clients in a configuration', () => {
  it('have a surface, the deferring of their model, and a client that they are like', () => {
    const clients = { codex: { defersTools: true }, 'My Client': { toolStrategy: 'proxy', sameAs: 'gemini-cli' } };
    expect(load({ clients }).clients).toEqual(clients);
  });

  it('are refused with what is valid', () => {
    expect(problemsIn({ clients: { codex: { toolStrategy: 'lazzy' } } })).toEqual([
      'clients.codex.toolStrategy: found "lazzy", did you mean "lazy"?; write one of "individual", "grouped", "lazy", "index", "dynamic", "proxy", "core", "auto"',
    ]);
    // A text that is like no valid value may be a secret in the wrong place.
    expect(problemsIn({ clients: { codex: { toolStrategy: 'sk-a1b2c3' } } })[0]).not.toContain('sk-a1b2c3');
    expect(problemsIn({ clients: { x: { sameAs: 'nobody' } } })[0]).toMatch(
      /^clients\.x\.sameAs: found a text; write one of "claude-code", .*"kimi-code"/,
    );
    expect(problemsIn({ clients: { x: { strategy: 'lazy' } } })).toEqual([
      'clients.x.strategy: unknown field; did you mean "toolStrategy"?',
    ]);
    expect(problemsIn({ clients: { x: { defersTools: 'yes' } } })).toEqual([
      'clients.x.defersTools: found a text; write true or false',
    ]);
  });
});

describe('profiles in a configuration', () => {
  it('name servers and categories in any case, and tools', () => {
    const profiles = {
      review: { toolsets: ['Files', 'documents'], tools: ['tracker/list', 'read'], toolStrategy: 'lazy' },
      all: {},
    };
    expect(load({ profiles }).profiles).toEqual(profiles);
  });

  it.each([
    [
      { review: { toolsets: ['files', 'trakcer'] } },
      'profiles.review.toolsets[1]: no server and no category has this name; write one of "files", "tracker", "documents"',
    ],
    [
      { review: { tools: ['trakcer/list'] } },
      'profiles.review.tools[0]: no server has the name before the slash; write "server/name", or the name alone',
    ],
    [{ review: { toolsets: [''] } }, 'profiles.review.toolsets[0]: is empty; write at least 1 character'],
    [
      { 'a/b': {} },
      'profiles["a/b"]: a profile cannot have this name; write 1 to 64 letters, digits, dots, dashes or underscores, starting with a letter or digit',
    ],
    [
      { review: { toolStrategy: 'none' } },
      'profiles.review.toolStrategy: found a text; write one of "individual", "grouped", "lazy", "index", "dynamic", "proxy", "core", "auto"',
    ],
  ])('are refused with what is valid: %j', (profiles, problem) => {
    expect(problemsIn({ profiles })).toContain(problem);
  });
});

it("a client's file with projects is still the client's", () => {
  const text = JSON.stringify({ mcpServers: { files: { command: 'a', odd: 1 } }, projects: {}, numStartups: 3 });
  expect(loadConfig({ text, file: '/home/ada/.claude.json' }).config.mcpServers).toHaveProperty('files');
});
