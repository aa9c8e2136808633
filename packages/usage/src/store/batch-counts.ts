import { toolKey, type UsageEvent } from '../events/usage-event.ts';
import { BIN_COUNT, binOf } from './latency-bins.ts';
import { BUCKETS, type BucketSize, bucketStart } from './time-buckets.ts';
import { MAX_TOOLS_OF_SESSION, type Retention } from './usage-store.ts';

/** What has to be known of a session to go on counting: where it is, and what it has used. */
export interface SessionState {
  lastTool: string;
  lastAt: number;
  readonly tools: Set<string>;
}

export interface ToolCounts {
  readonly server: string;
  readonly name: string;
  calls: number;
  errors: number;
  totalMs: number;
  sessions: number;
  lastUsed: number;
}

export interface ActivityCounts {
  readonly size: BucketSize;
  readonly start: number;
  /** `server/tool`; `server/` for all of a server, and nothing for all there are. */
  readonly tool: string;
  readonly server: string;
  calls: number;
  errors: number;
  totalMs: number;
  readonly bins: number[];
}

type Counts = Map<string, Map<string, number>>;

/** What a batch adds to what was counted before. */
export interface BatchCounts {
  readonly tools: Map<string, ToolCounts>;
  readonly activity: ActivityCounts[];
  readonly transitions: Counts;
  /** Each pair once, the one whose name comes first before the other. */
  readonly pairs: Counts;
  /** Sessions of this batch as they are now. */
  readonly sessions: Map<string, SessionState>;
}

/** Counts a batch, going on from where its sessions were. The order is that of time within it. */
export function countBatch(
  events: readonly UsageEvent[],
  sessions: Map<string, SessionState>,
  kept: { readonly now: number; readonly retention: Retention },
): BatchCounts {
  const counts: BatchCounts = {
    tools: new Map(),
    activity: [],
    transitions: new Map(),
    pairs: new Map(),
    sessions,
  };
  const hours = new Map<string, Map<number, ActivityCounts>>();
  for (const event of inOrder(events)) {
    const key = toolKey(event.server, event.tool);
    const tool = countTool(counts, key, event);
    countHour(hours, key, event);
    countSession(counts, key, tool, event);
  }
  counts.activity.push(...allSizes(hours, kept));
  return counts;
}

function inOrder(events: readonly UsageEvent[]): readonly UsageEvent[] {
  const ordered = events.every((event, i) => i === 0 || (events[i - 1] as UsageEvent).at <= event.at);
  return ordered ? events : events.toSorted((a, b) => a.at - b.at);
}

function countTool({ tools }: BatchCounts, key: string, { server, tool, at, success, latencyMs }: UsageEvent) {
  const counted = entryOf(tools, key, () => noUse(server, tool));
  counted.calls += 1;
  counted.errors += success ? 0 : 1;
  counted.totalMs += latencyMs;
  counted.lastUsed = Math.max(counted.lastUsed, at);
  return counted;
}

function countHour(hours: Map<string, Map<number, ActivityCounts>>, key: string, event: UsageEvent): void {
  const start = bucketStart(event.at, 'hour');
  const ofTool = entryOf(hours, key, () => new Map<number, ActivityCounts>());
  const hour = entryOf(ofTool, start, () => noActivity('hour', start, key, event.server));
  const bin = binOf(event.latencyMs);
  hour.calls += 1;
  hour.errors += event.success ? 0 : 1;
  hour.totalMs += event.latencyMs;
  hour.bins[bin] = (hour.bins[bin] ?? 0) + 1;
}

function countSession(counts: BatchCounts, key: string, tool: ToolCounts, { session, at }: UsageEvent): void {
  const state = entryOf(counts.sessions, session, newSession);
  if (state.lastTool) add(counts.transitions, state.lastTool, key);
  state.lastTool = key;
  state.lastAt = Math.max(state.lastAt, at);
  if (state.tools.has(key) || state.tools.size >= MAX_TOOLS_OF_SESSION) return;
  for (const other of state.tools) {
    if (key < other) add(counts.pairs, key, other);
    else add(counts.pairs, other, key);
  }
  state.tools.add(key);
  tool.sessions += 1;
}

/** The hours summed up into days and months, for each tool, server and for all; without what would be pruned at once. */
function allSizes(
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
        for (const scope of [key, serverRow(hour.server), '']) {
          const ofScope = entryOf(sums, scope, () => new Map<number, ActivityCounts>());
          const server = scope ? hour.server : '';
          const sum = entryOf(ofScope, start, () => noActivity(size, start, scope, server));
          mergeActivity(sum, hour);
        }
      }
    }
    for (const ofScope of sums.values()) all.push(...ofScope.values());
  }
  return all;
}

export function newSession(): SessionState {
  return { lastTool: '', lastAt: 0, tools: new Set() };
}

export function noUse(server: string, name: string): ToolCounts {
  return { server, name, calls: 0, errors: 0, totalMs: 0, sessions: 0, lastUsed: 0 };
}

/** What all calls of a server are summed up under. No tool is without a name. */
export function serverRow(server: string): string {
  return `${server}/`;
}

export function noActivity(size: BucketSize, start: number, tool: string, server: string): ActivityCounts {
  return { size, start, tool, server, calls: 0, errors: 0, totalMs: 0, bins: new Array<number>(BIN_COUNT).fill(0) };
}

export function mergeActivity(into: ActivityCounts, from: Omit<ActivityCounts, 'size'>): void {
  into.calls += from.calls;
  into.errors += from.errors;
  into.totalMs += from.totalMs;
  for (let bin = 0; bin < BIN_COUNT; bin++) into.bins[bin] = (into.bins[bin] ?? 0) + (from.bins[bin] ?? 0);
}

export function add(counts: Counts, from: string, to: string, count = 1): void {
  const inner = entryOf(counts, from, () => new Map<string, number>());
  inner.set(to, (inner.get(to) ?? 0) + count);
}

/** The value of a key, made where there is none. */
export function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
