import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** A client without session ids starts a new session after this time without calls. */
const IDLE_MS = 30 * 60_000;
const MAX_SESSIONS = 5_000;
/** Maximum number of previous tools kept per session. */
const REMEMBERED = 3;

interface Trail {
  readonly key: string;
  lastAt: number;
  /** Latest first. */
  tools: readonly string[];
}

/** Assigns events to sessions, and remembers the last tools of each session. */
export class SessionTrail {
  readonly #trails = new LRUCache<string, Trail>({ max: MAX_SESSIONS });

  /** Returns the session's state before this tool, then adds the tool. Without a tool, it adds nothing. */
  step(session: string | undefined, client: string | undefined, tool: string | undefined, at: number): Trail {
    const trail = this.#trailOf(session, client, at);
    const before = { key: trail.key, lastAt: trail.lastAt, tools: trail.tools };
    trail.lastAt = at;
    if (tool !== undefined) trail.tools = [tool, ...trail.tools].slice(0, REMEMBERED);
    return before;
  }

  lastTool(session: string): string | undefined {
    return this.#trails.get(`session ${session}`)?.tools[0];
  }

  #trailOf(session: string | undefined, client: string | undefined, at: number): Trail {
    const id = session === undefined ? `client ${client ?? ''}` : `session ${session}`;
    const known = this.#trails.get(id);
    if (known && (session !== undefined || at - known.lastAt <= IDLE_MS)) return known;
    const made: Trail = { key: digest(session === undefined ? `${id} ${at}` : id), lastAt: at, tools: [] };
    this.#trails.set(id, made);
    return made;
  }
}

/** Session ids are stored as a hash prefix, because a session id can be a credential. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
