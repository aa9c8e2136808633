import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY, type ServerContext } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { callingClient } from './calling-client.ts';

const DECLARED = { sampling: {}, elicitation: { form: {} }, roots: {} };
const LONGEST_WAIT = 10 * 60_000;

/** A call of a client with this name, and the requests that are sent to that client. */
function callOf(name: string) {
  const sent: { method: string; timeout: number | undefined }[] = [];
  const mcpReq = {
    envelope: { [CLIENT_CAPABILITIES_META_KEY]: DECLARED, [CLIENT_INFO_META_KEY]: { name, version: '1' } },
    send: async ({ method }: { method: string }, { timeout }: { timeout?: number }) => {
      sent.push({ method, timeout });
      return {};
    },
  };
  return { client: callingClient({ era: 'legacy' }, { mcpReq } as unknown as ServerContext), sent };
}

const { signal } = new AbortController();

describe('a question to the calling client', () => {
  it.each(['elicitation/create', 'sampling/createMessage'])('%s has a time limit', async (method) => {
    const { client, sent } = callOf('a-client-of-my-own');
    await client.ask(method, {}, signal);
    expect(sent).toEqual([{ method, timeout: expect.any(Number) }]);
    expect(sent[0]?.timeout).toBeLessThanOrEqual(LONGEST_WAIT);
  });

  it('is refused at once if the client declares it and never answers', async () => {
    const copilot = callOf('copilot-cli');
    expect(copilot.client.capabilities).toEqual({ elicitation: { form: {} }, roots: {} });
    await expect(copilot.client.ask('sampling/createMessage', {}, signal)).rejects.toThrow(/does not answer sampling/);
    expect(copilot.sent).toEqual([]);
    await copilot.client.ask('elicitation/create', {}, signal);
    expect(copilot.sent).toHaveLength(1);
    const cline = callOf('@cline/core');
    expect(cline.client.capabilities).toEqual({});
    await expect(cline.client.ask('elicitation/create', {}, signal)).rejects.toThrow(/does not answer elicitation/);
  });
});
