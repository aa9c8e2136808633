import type { Caller } from '@foldout/core';
import type { Server, ServerContext } from '@modelcontextprotocol/server';

type Client = Caller['client'];
type Opening = { readonly instructions?: string | undefined } & object;
type Handler = (request: unknown, context: ServerContext) => Opening | Promise<Opening>;

/** The members of the SDK's server that answer a client's first request. */
interface OpeningMethods {
  _oninitialize(request: unknown): Promise<Opening>;
  setRequestHandler(method: string, handler: Handler, ...rest: unknown[]): void;
}

export interface Instructing {
  /** The client that sent this request of the modern era. */
  clientOf(context: ServerContext): Client;
  instructionsFor(client: Client): string | undefined;
}

/**
 * Writes the instructions when the client's name is known. The SDK reads its `instructions` option when the server is
 * created, before the client's first message, and has no option to set them later.
 */
export function instructEachClient(server: Server, { clientOf, instructionsFor }: Instructing): void {
  const methods = server as unknown as OpeningMethods;
  const initialize = methods._oninitialize.bind(server);
  const setHandler = methods.setRequestHandler.bind(server);
  const instruct = ({ instructions: _before, ...result }: Opening, client: Client): Opening => {
    const instructions = instructionsFor(client);
    return { ...result, ...(instructions && { instructions }) };
  };
  methods._oninitialize = async (request) => instruct(await initialize(request), server.getClientVersion());
  // The SDK sets this handler when it starts to serve.
  methods.setRequestHandler = (method, handler, ...rest) => {
    const wrapped: Handler = async (request, context) => instruct(await handler(request, context), clientOf(context));
    setHandler(method, method === 'server/discover' ? wrapped : handler, ...rest);
  };
}
