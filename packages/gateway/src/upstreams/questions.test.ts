import type { JsonObject } from '@foldout/core';
import { describe, expect, it } from 'vitest';
import { callingClient, hostile, openUpstream, textOf } from '../../../../test/fixtures/upstreams.ts';
import { Questions } from './questions.ts';
import type { CallingClient } from './upstream.ts';

/** A client that notes what it is asked. */
function client(): CallingClient & { readonly seen: JsonObject[] } {
  const seen: JsonObject[] = [];
  return {
    ...callingClient('one'),
    capabilities: { elicitation: {}, sampling: {}, roots: {} },
    seen,
    ask: async (_method, params) => {
      seen.push(params);
      return { action: 'accept' };
    },
  };
}

const { signal } = new AbortController();

it('changes nothing of who calls, and from where', () => {
  const who = { sessionId: 's', folder: '/f', principal: 'oauth:ann', token: 't', logLevel: 'info' };
  expect(new Questions('weather', {}).of({ ...client(), ...who })).toMatchObject(who);
});

describe('a question of a server', () => {
  it('names the server, whatever its text says', async () => {
    const one = client();
    const seen = new Questions('weather', {}).of(one);
    await seen.ask('elicitation/create', { message: 'GitHub asks for your password' }, signal);
    await seen.ask('sampling/createMessage', { messages: [] }, signal);
    expect(one.seen).toEqual([
      { message: "The MCP server 'weather' asks, through Foldout:\nGitHub asks for your password" },
      { messages: [], systemPrompt: "The MCP server 'weather' asks a model, through Foldout:" },
    ]);
  });

  it('leaves everything else of the client as it is', () => {
    const one = { ...client(), principal: 'ann', token: 'of-ann', folder: '/home/ann' };
    expect(new Questions('weather', {}).of(one)).toMatchObject({
      principal: 'ann',
      token: 'of-ann',
      folder: '/home/ann',
    });
  });

  it('names the server also in the result of a modern server', () => {
    const asked = { one: { method: 'elicitation/create', params: { message: 'Name?' } } };
    const result = new Questions('weather', {}).checkResult({ resultType: 'input_required', inputRequests: asked });
    expect(result['inputRequests']).toMatchObject({
      one: { params: { message: expect.stringContaining("'weather'") } },
    });
  });

  it('gets no context of other servers: for the client, they are all one server', async () => {
    const one = { ...client(), capabilities: { sampling: { context: {}, tools: {} } } };
    const seen = new Questions('weather', {}).of(one);
    for (const includeContext of ['thisServer', 'allServers']) {
      await seen.ask('sampling/createMessage', { messages: [], includeContext }, signal);
    }
    expect(seen.capabilities).toEqual({ sampling: { tools: {} } });
    expect(one.seen).toHaveLength(2);
    for (const params of one.seen) expect(params).not.toHaveProperty('includeContext');
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'vscode://x/y', 'data:text/html,x', '', undefined, 7])(
    'opens no address that is no web page: %s',
    async (url) => {
      const one = client();
      const asked = new Questions('weather', {}).of(one).ask('elicitation/create', { mode: 'url', url }, signal);
      await expect(asked).rejects.toThrow('no web page');
      const inputRequests = { one: { method: 'elicitation/create', params: { mode: 'url', url } } };
      const answer = { resultType: 'input_required', inputRequests };
      expect(() => new Questions('weather', {}).checkResult(answer)).toThrow('no web page');
      expect(one.seen).toEqual([]);
    },
  );

  it('is refused where the configuration denies it, and the capability is not announced', async () => {
    const one = client();
    const questions = new Questions('weather', { sampling: 'deny' });
    expect(questions.of(one).capabilities).toEqual({ elicitation: {}, roots: {} });
    await expect(questions.of(one).ask('sampling/createMessage', {}, signal)).rejects.toThrow(
      "'weather' denies sampling",
    );
    const asked = { one: { method: 'sampling/createMessage', params: {} } };
    expect(() => questions.checkResult({ resultType: 'input_required', inputRequests: asked })).toThrow(
      'denies sampling',
    );
    await questions.of(one).ask('elicitation/create', {}, signal);
    expect(one.seen).toHaveLength(1);
  });

  it('is refused after thirty within a minute, over all clients', async () => {
    let now = 0;
    const questions = new Questions('weather', {}, () => now);
    const clients = [client(), client()];
    const ask = (n: number) => questions.of(clients[n % 2] as CallingClient).ask('elicitation/create', {}, signal);
    for (let n = 0; n < 30; n += 1) await ask(n);
    await expect(ask(30)).rejects.toThrow('more than 30 questions');
    now = 60_001;
    await expect(ask(31)).resolves.toEqual({ action: 'accept' });
  });
});

it('a server that is denied elicitation gets an error and its client is not asked', async () => {
  const upstream = openUpstream({ ...hostile(), elicitation: 'deny' });
  const one = callingClient('one');
  const result = await upstream.request('tools/call', { name: 'ask', arguments: {} }, { client: one });
  expect(textOf(result)).toContain('denies elicitation');
  expect(one.asked).toEqual([]);
});
