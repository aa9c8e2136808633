import type { JsonObject } from '@foldout/core';
import { isObject, own } from '@foldout/core/internal';
import { type RelayOptions, type Upstream, UpstreamUnavailable } from '../upstreams/upstream.ts';

/** How a tool runs as a task, as its definition says. */
export type TaskSupport = 'required' | 'optional' | 'forbidden';

/** How long the server is asked to keep a task and its result. */
const TASK_TTL_MS = 60 * 60_000;
/** Bounds for the interval that the server proposes. */
const POLL_MS = { usual: 1_000, min: 100, max: 10_000 } as const;

interface Task {
  readonly taskId: string;
  readonly status: unknown;
  readonly statusMessage?: unknown;
  readonly pollInterval?: unknown;
}

/** Whether a server runs calls of tools as tasks (protocol 2025-11-25). */
export function supportsTasks({ manifest }: Upstream): boolean {
  const tasks = manifest?.capabilities['tasks'];
  return tasks !== undefined && own(own(own(tasks, 'requests'), 'tools'), 'call') !== undefined;
}

/**
 * Calls a tool as a task, and waits for its result: for clients that know no tasks. The states of the task are reported as
 * progress. If the call is cancelled, so is the task.
 */
export async function callAsTask(upstream: Upstream, params: JsonObject, options: RelayOptions): Promise<JsonObject> {
  const created = await upstream.request('tools/call', { ...params, task: { ttl: TASK_TTL_MS } }, options);
  const task = taskIn(created['task']);
  // The server answered at once.
  if (!task) return created;
  try {
    return await resultOf(upstream, task, options);
  } catch (error) {
    if (options.signal?.aborted) {
      await upstream.request('tasks/cancel', { taskId: task.taskId }, {}).catch(() => {});
    }
    throw error;
  }
}

async function resultOf(upstream: Upstream, first: Task, options: RelayOptions): Promise<JsonObject> {
  const { signal, client, onProgress } = options;
  const { taskId } = first;
  let task = first;
  let reported = '';
  for (let polls = 1; task.status === 'working'; polls += 1) {
    const message = typeof task.statusMessage === 'string' ? task.statusMessage : 'working';
    if (message !== reported) onProgress?.({ progress: polls, message });
    reported = message;
    await pause(intervalOf(task), signal);
    const answer = await upstream.request('tasks/get', { taskId }, { signal, client });
    task = taskIn(answer) ?? taskIn(answer['task']) ?? { taskId, status: 'unknown' };
  }
  if (task.status === 'cancelled') {
    throw new UpstreamUnavailable(`server "${upstream.name}" cancelled the task`, 'Call the tool again.');
  }
  // A task that waits for input sends its questions while its result is requested.
  return upstream.request('tasks/result', { taskId }, options);
}

function taskIn(value: unknown): Task | undefined {
  return isObject(value) && typeof value['taskId'] === 'string' ? (value as unknown as Task) : undefined;
}

function intervalOf({ pollInterval }: Task): number {
  if (typeof pollInterval !== 'number' || !Number.isFinite(pollInterval)) return POLL_MS.usual;
  return Math.min(POLL_MS.max, Math.max(POLL_MS.min, pollInterval));
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
