import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Without a session of its own, a client that was quiet for longer begins a new one. */
const QUIET_MS = 30 * 60_000;
const MAX_SESSIONS = 5_000;
const REMEMBERED = 3;

interface Trail {
  readonly key: string;
  lastAt: number;
  /** The latest first. */
  tools: readonly string[];
}

/** Which session an event belongs to, and what that session did before. */
export class SessionTrail {
  readonly #trails = new LRUCache<string, Trail>({ max: MAX_SESSIONS });

  /** The tools of a session before this one; the tool is added to them. */
  step(session: string | undefined, client: string | undefined, tool: string, at: number): Trail {
    const trail = this.#trailOf(session, client, at);
    const before = { key: trail.key, lastAt: trail.lastAt, tools: trail.tools };
    trail.lastAt = at;
    trail.tools = [tool, ...trail.tools].slice(0, REMEMBERED);
    return before;
  }

  lastTool(session: string): string | undefined {
    return this.#trails.get(`session ${session}`)?.tools[0];
  }

  #trailOf(session: string | undefined, client: string | undefined, at: number): Trail {
    const id = session === undefined ? `client ${client ?? ''}` : `session ${session}`;
    const known = this.#trails.get(id);
    if (known && (session !== undefined || at - known.lastAt <= QUIET_MS)) return known;
    const made: Trail = { key: digest(session === undefined ? `${id} ${at}` : id), lastAt: at, tools: [] };
    this.#trails.set(id, made);
    return made;
  }
}

/** What is stored of a session's name: enough to tell sessions apart, nothing to enter one with. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
