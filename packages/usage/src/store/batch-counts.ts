import { toolKey, type UsageEvent } from '../events/usage-event.ts';
import { BIN_COUNT, binOf } from './latency-bins.ts';
import { BUCKETS, type BucketSize, bucketStart } from './time-buckets.ts';
import { type Activity, MAX_TOOLS_OF_SESSION, type Retention } from './usage-store.ts';

/** The state of a session between batches: its last tool and all its tools. */
export interface SessionState {
  lastTool: string;
  lastAt: number;
  readonly tools: Set<string>;
}

interface ToolCounts {
  readonly server: string;
  readonly name: string;
  calls: number;
  errors: number;
  totalMs: number;
  sessions: number;
  lastUsed: number;
}

interface ActivityCounts {
  readonly size: BucketSize;
  readonly start: number;
  /** `server/tool` for a tool, `server/` for the total of a server, empty for the total of all. */
  readonly tool: string;
  readonly server: string;
  calls: number;
  errors: number;
  totalMs: number;
  readonly bins: number[];
}

type Counts = Map<string, Map<string, number>>;

/** The increments that a batch adds to the stored counts. */
export interface BatchCounts {
  readonly tools: Map<string, ToolCounts>;
  readonly activity: ActivityCounts[];
  readonly transitions: Counts;
  /** Tools used in the same session. Each pair once, in alphabetical order. */
  readonly pairs: Counts;
  /** The states of the sessions after this batch. */
  readonly sessions: Map<string, SessionState>;
}

/** Counts a batch in order of time, starting from the stored states of its sessions. */
export function countBatch(
  events: readonly UsageEvent[],
  sessions: Map<string, SessionState>,
  limits: { readonly now: number; readonly retention: Retention },
): BatchCounts {
  const counts: BatchCounts = {
    tools: new Map(),
    activity: [],
    transitions: new Map(),
    pairs: new Map(),
    sessions,
  };
  const hours = new Map<string, Map<number, ActivityCounts>>();
  for (const event of byTime(events)) {
    // A tool that was only shown was not used.
    if (event.access !== 'call') continue;
    const key = toolKey(event.server, event.tool);
    const tool = countTool(counts, key, event);
    countHour(hours, key, event);
    countSession(counts, key, tool, event);
  }
  counts.activity.push(...rollUp(hours, limits));
  return counts;
}

function byTime(events: readonly UsageEvent[]): readonly UsageEvent[] {
  const ordered = events.every((event, i) => i === 0 || (events[i - 1] as UsageEvent).at <= event.at);
  return ordered ? events : events.toSorted((a, b) => a.at - b.at);
}

function countTool({ tools }: BatchCounts, key: string, { server, tool, at, success, latencyMs }: UsageEvent) {
  const counted = getOrCreate(tools, key, () => {
    return { server, name: tool, calls: 0, errors: 0, totalMs: 0, sessions: 0, lastUsed: 0 };
  });
  counted.calls += 1;
  counted.errors += success ? 0 : 1;
  counted.totalMs += latencyMs;
  counted.lastUsed = Math.max(counted.lastUsed, at);
  return counted;
}

function countHour(hours: Map<string, Map<number, ActivityCounts>>, key: string, event: UsageEvent): void {
  const start = bucketStart(event.at, 'hour');
  const ofTool = getOrCreate(hours, key, () => new Map<number, ActivityCounts>());
  const hour = getOrCreate(ofTool, start, () => emptyActivity('hour', start, key, event.server));
  const bin = binOf(event.latencyMs);
  hour.calls += 1;
  hour.errors += event.success ? 0 : 1;
  hour.totalMs += event.latencyMs;
  hour.bins[bin] = (hour.bins[bin] ?? 0) + 1;
}

function countSession(counts: BatchCounts, key: string, tool: ToolCounts, { session, at }: UsageEvent): void {
  const state = getOrCreate(counts.sessions, session, () => ({ lastTool: '', lastAt: 0, tools: new Set<string>() }));
  if (state.lastTool) addCount(counts.transitions, state.lastTool, key);
  state.lastTool = key;
  state.lastAt = Math.max(state.lastAt, at);
  if (state.tools.has(key) || state.tools.size >= MAX_TOOLS_OF_SESSION) return;
  for (const other of state.tools) {
    if (key < other) addCount(counts.pairs, key, other);
    else addCount(counts.pairs, other, key);
  }
  state.tools.add(key);
  tool.sessions += 1;
}

/** Sums hours into days and months, for each tool, each server and in total. Skips buckets that `prune` would delete at once. */
function rollUp(
  hours: ReadonlyMap<string, ReadonlyMap<number, ActivityCounts>>,
  { now, retention }: { readonly now: number; readonly retention: Retention },
): ActivityCounts[] {
  const oldest = { hour: now - retention.hoursMs, day: now - retention.daysMs, month: 0 };
  const all: ActivityCounts[] = [];
  for (const size of Object.keys(BUCKETS) as BucketSize[]) {
    const sums = new Map<string, Map<number, ActivityCounts>>();
    for (const [key, ofTool] of hours) {
      for (const hour of ofTool.values()) {
        const start = bucketStart(hour.start, size);
        if (start + BUCKETS[size] < oldest[size]) continue;
        for (const scope of [key, serverTotalKey(hour.server), '']) {
          const ofScope = getOrCreate(sums, scope, () => new Map<number, ActivityCounts>());
          const server = scope ? hour.server : '';
          const sum = getOrCreate(ofScope, start, () => emptyActivity(size, start, scope, server));
          mergeActivity(sum, hour);
        }
      }
    }
    for (const ofScope of sums.values()) all.push(...ofScope.values());
  }
  return all;
}

/** Key of a server's total. It cannot clash with a tool, because no tool has an empty name. */
export function serverTotalKey(server: string): string {
  return `${server}/`;
}

export function emptyActivity(size: BucketSize, start: number, tool: string, server: string): ActivityCounts {
  return { size, start, tool, server, calls: 0, errors: 0, totalMs: 0, bins: new Array<number>(BIN_COUNT).fill(0) };
}

export function mergeActivity(into: ActivityCounts, from: Activity | ActivityCounts): void {
  into.calls += from.calls;
  into.errors += from.errors;
  into.totalMs += from.totalMs;
  for (let bin = 0; bin < BIN_COUNT; bin++) into.bins[bin] = (into.bins[bin] ?? 0) + (from.bins[bin] ?? 0);
}

function addCount(counts: Counts, from: string, to: string): void {
  const inner = getOrCreate(counts, from, () => new Map<string, number>());
  inner.set(to, (inner.get(to) ?? 0) + 1);
}

/** The value of a key; created if absent. */
function getOrCreate<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
