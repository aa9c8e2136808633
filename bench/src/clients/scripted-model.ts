import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { anthropic } from './wire/anthropic.ts';
import { chat } from './wire/chat.ts';
import { gemini } from './wire/gemini.ts';
import { responses } from './wire/responses.ts';
import type { Conversation, Json, Reply } from './wire/wire.ts';

const WIRES = [anthropic, chat, responses, gemini];
/** The answer to a request for the list of models: some clients check that their model is in it. */
const MODELS = { object: 'list', data: [{ id: 'scripted', object: 'model' }], models: [] };

export interface ScriptedModel extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`, without a path. */
  readonly url: string;
  /** Bodies of the requests, for a record of the run. */
  readonly requests: readonly unknown[];
  /** Requests to paths that no wire format has. */
  readonly others: readonly string[];
}

/** A model on loopback that speaks every vendor's wire format and answers each request with `reply`. */
export async function startScriptedModel(reply: (conversation: Conversation) => Reply): Promise<ScriptedModel> {
  const requests: unknown[] = [];
  const others: string[] = [];
  const server = createServer(async (request, response) => {
    const { status, contentType, body } = await answer(request, await text(request));
    response.writeHead(status, { 'content-type': contentType }).end(body);
  });

  const answer = async ({ url: path = '', method }: IncomingMessage, sent: string) => {
    const body = parsed(sent);
    const wire = WIRES.find((wire) => method === 'POST' && wire.matches(path));
    if (!wire) {
      others.push(`${method} ${path}`);
      return { contentType: 'application/json', ...fallback(path, sent) };
    }
    requests.push(body);
    const said = reply(wire.read(body));
    return { status: 200, ...wire.answer(said, { path, body, serial: requests.length }) };
  };

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    others,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function parsed(sent: string): Json {
  try {
    return JSON.parse(sent);
  } catch {
    return {};
  }
}

function fallback(path: string, sent: string): { status: number; body: string } {
  // Clients decide by this count whether tools are deferred. Four bytes a token is near enough for that.
  if (path.includes('count_tokens')) {
    return { status: 200, body: JSON.stringify({ input_tokens: Math.ceil(sent.length / 4) }) };
  }
  if (path.includes('/models')) return { status: 200, body: JSON.stringify(MODELS) };
  return { status: 404, body: '{}' };
}
