import { estimateTokens } from '@foldout/core';
import type { FoldoutServer, ServerEvents, ToolCallEvent } from '@foldout/server';

type ToolsListEvent = ServerEvents['tools:list'][0];
type CallerOfEvent = Pick<ToolCallEvent, 'client' | 'era' | 'sessionId' | 'principal'>;

/** Clients that are remembered. The one that was quiet for the longest time leaves. */
const MAX_CLIENTS = 500;
const MAX_SESSIONS = 10_000;

export interface SeenClient {
  /** Client, version, era and principal. */
  readonly id: string;
  readonly name: string;
  readonly version: string | undefined;
  readonly era: string | undefined;
  readonly principal: string;
  readonly firstAt: number;
  lastAt: number;
  /** Open sessions. Requests of the modern era have none. */
  sessions: number;
  lists: number;
  /** Tools and tokens of the last list. */
  listedTools: number;
  listedTokens: number;
  surface: string | undefined;
  /** Why the client gets this surface. */
  reason: string | undefined;
  calls: number;
  failed: number;
  /** Tokens of the answers to its calls. */
  resultTokens: number;
}

/** The clients that have sent requests since the gateway was started, in memory. */
export class ConnectedClients {
  readonly #clients = new Map<string, SeenClient>();
  /** Session → id of its client. */
  readonly #sessions = new Map<string, string>();

  constructor(server: Pick<FoldoutServer, 'on'>) {
    server.on('tools:list', (event) => this.#listed(event));
    server.on('tool:call', (event) => this.#called(event));
    server.on('session:end', (session) => this.#ended(session));
  }

  /** The client that was active last comes first. */
  get all(): readonly SeenClient[] {
    return [...this.#clients.values()].sort((a, b) => b.lastAt - a.lastAt);
  }

  #listed(event: ToolsListEvent): void {
    const client = this.#of(event);
    const tokens = estimateTokens([...event.prompt.listed()].join('\n'));
    if (event.first) {
      client.lists += 1;
      client.listedTools = 0;
      client.listedTokens = 0;
    }
    client.listedTools += event.tools.length;
    client.listedTokens += tokens;
    const choice = event.choice();
    client.surface = choice?.strategy;
    client.reason = choice?.reason;
  }

  #called(event: ToolCallEvent): void {
    const client = this.#of(event);
    client.calls += 1;
    if (!event.success) client.failed += 1;
    const { content = [] } = event.answer as { content?: readonly { readonly text?: string }[] };
    client.resultTokens += estimateTokens(content.map(({ text = '' }) => text).join('\n'));
  }

  #ended(session: string): void {
    const id = this.#sessions.get(session);
    this.#sessions.delete(session);
    const client = id === undefined ? undefined : this.#clients.get(id);
    if (client) client.sessions -= 1;
  }

  #of({ client, era, sessionId, principal }: CallerOfEvent): SeenClient {
    const who = principal?.name ?? 'local';
    const id = JSON.stringify([client?.name, client?.version, era, who]);
    const seen = this.#clients.get(id) ?? newClient(id, client?.name ?? 'unknown client', client?.version, era, who);
    // Last in the order of the map: the first entry is the one that was quiet for the longest time.
    this.#clients.delete(id);
    this.#clients.set(id, seen);
    seen.lastAt = Date.now();
    if (sessionId !== undefined && !this.#sessions.has(sessionId) && this.#sessions.size < MAX_SESSIONS) {
      this.#sessions.set(sessionId, id);
      seen.sessions += 1;
    }
    const [oldest] = this.#clients.keys();
    if (this.#clients.size > MAX_CLIENTS && oldest !== undefined) this.#clients.delete(oldest);
    return seen;
  }
}

function newClient(
  id: string,
  name: string,
  version: string | undefined,
  era: string | undefined,
  principal: string,
): SeenClient {
  const now = Date.now();
  const counts = { sessions: 0, lists: 0, listedTools: 0, listedTokens: 0, calls: 0, failed: 0, resultTokens: 0 };
  return {
    id,
    name,
    version,
    era,
    principal,
    firstAt: now,
    lastAt: now,
    surface: undefined,
    reason: undefined,
    ...counts,
  };
}
