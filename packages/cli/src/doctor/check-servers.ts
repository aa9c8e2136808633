import type { Upstream } from '@foldout/gateway';
import { duration } from '../output/figures.ts';
import type { Progress } from '../output/progress.ts';
import { oneLine } from '../output/safe-text.ts';
import type { Finding } from './finding.ts';

export interface CheckedServer {
  readonly server: string;
  readonly state: string;
  /** The number of tools that the server lists itself. */
  readonly listed: number;
  /** Time to start the server and to read its tools, prompts and resources. */
  readonly startMs: number;
  /** Time of one `tools/list` when the server is running. */
  readonly latencyMs: number | null;
}

/** Longer starts delay the first call noticeably. */
const SLOW_START_MS = 8_000;
const SLOW_ANSWER_MS = 2_000;
const AT_ONCE = 2;

/** Starts every server, reads its tools and measures the time of an answer. */
export async function checkServers(
  upstreams: readonly Upstream[],
  progress: Progress,
): Promise<{ readonly servers: readonly CheckedServer[]; readonly findings: readonly Finding[] }> {
  const waiting = upstreams.entries();
  const servers: CheckedServer[] = [];
  const findings: Finding[][] = [];
  let done = 0;
  const next = async (): Promise<void> => {
    for (const [index, upstream] of waiting) {
      const checked = await checkServer(upstream);
      servers[index] = checked;
      findings[index] = findingsOf(upstream, checked);
      progress.update(`Checking servers (${++done} of ${upstreams.length})`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return { servers, findings: findings.flat() };
}

async function checkServer(upstream: Upstream): Promise<CheckedServer> {
  const started = performance.now();
  await upstream.refresh();
  const startMs = performance.now() - started;
  const reached = upstream.status.lastError === undefined;
  return {
    server: upstream.name,
    state: reached ? 'ready' : upstream.status.state,
    listed: upstream.manifest?.tools.length ?? 0,
    startMs: Math.round(startMs),
    latencyMs: reached ? await latencyOf(upstream) : null,
  };
}

async function latencyOf(upstream: Upstream): Promise<number | null> {
  const asked = performance.now();
  try {
    await upstream.request('tools/list', {});
    return Math.round((performance.now() - asked) * 10) / 10;
  } catch {
    return null;
  }
}

function findingsOf({ name, status }: Upstream, { startMs, latencyMs, listed }: CheckedServer): Finding[] {
  const about = name;
  if (status.lastError !== undefined) {
    const fix = status.todo ?? 'Correct its entry in the configuration.';
    return [
      { check: 'server', level: 'broken', about, what: oneLine(status.lastError), fix: withoutDoctor(oneLine(fix)) },
    ];
  }
  const findings: Finding[] = [];
  const warn = (what: string, fix: string): void => {
    findings.push({ check: 'server', level: 'warning', about, what, fix });
  };
  if (startMs > SLOW_START_MS) {
    warn(
      `takes ${duration(startMs)} to start`,
      'Install the server and set "command" to its executable: npx and uvx check for updates at every start.',
    );
  }
  if (latencyMs !== null && latencyMs > SLOW_ANSWER_MS) {
    warn(
      `takes ${duration(latencyMs)} to list its tools`,
      'Check the network connection to the server, and the log of the server.',
    );
  }
  if (listed === 0)
    warn('has no tools', 'Check whether it needs a sign-in or a setting, or disable it: "disabled": true.');
  return findings;
}

/** Replaces the advice "run: foldout doctor", which does not help inside doctor. */
function withoutDoctor(fix: string): string {
  return fix.replace(
    /Try again\. If it fails again, run: foldout doctor .*/,
    'Run its command in a terminal to see its output, then correct its entry in the configuration.',
  );
}
