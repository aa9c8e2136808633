import type { Gateway, Upstream } from '@foldout/gateway';
import { duration } from '../output/figures.ts';
import type { Progress } from '../output/progress.ts';
import { oneLine } from '../output/safe-text.ts';
import type { Finding } from './finding.ts';

export interface CheckedServer {
  readonly server: string;
  readonly state: string;
  readonly tools: number;
  /** How long it took to start it and to ask it for everything. */
  readonly startMs: number;
  /** How long one question takes once it runs. */
  readonly latencyMs: number | null;
}

/** Longer, and a person who waits for the first call notices. */
const SLOW_START_MS = 8_000;
const SLOW_ANSWER_MS = 2_000;
const AT_ONCE = 2;

/** Starts every server, lists what it has and takes the time of an answer. */
export async function checkServers(
  gateway: Gateway,
  upstreams: readonly Upstream[],
  progress: Progress,
): Promise<{ readonly servers: readonly CheckedServer[]; readonly findings: readonly Finding[] }> {
  const waiting = [...upstreams];
  const servers: CheckedServer[] = [];
  const findings: Finding[] = [];
  const next = async (): Promise<void> => {
    for (let upstream = waiting.shift(); upstream; upstream = waiting.shift()) {
      const checked = await checkServer(upstream);
      servers.push(checked);
      findings.push(...findingsOf(upstream, checked));
      progress.say(`Checking servers (${servers.length} of ${upstreams.length})`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  const order = new Map(gateway.upstreams.map(({ name }, index) => [name, index]));
  const place = (name: string): number => order.get(name) ?? 0;
  return {
    servers: servers.sort((a, b) => place(a.server) - place(b.server)),
    findings: findings.sort((a, b) => place(a.about) - place(b.about)),
  };
}

async function checkServer(upstream: Upstream): Promise<CheckedServer> {
  const started = performance.now();
  await upstream.refresh();
  const startMs = performance.now() - started;
  const reached = upstream.status.lastError === undefined;
  return {
    server: upstream.name,
    state: reached ? 'ready' : upstream.status.state,
    tools: upstream.manifest?.tools.length ?? 0,
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

function findingsOf({ name, status }: Upstream, { startMs, latencyMs, tools }: CheckedServer): Finding[] {
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
      'Install it and start it by its command: npx and uvx look for updates at every start.',
    );
  }
  if (latencyMs !== null && latencyMs > SLOW_ANSWER_MS) {
    warn(
      `takes ${duration(latencyMs)} to list its tools`,
      'Look at the network between here and the server, or at its own log.',
    );
  }
  if (tools === 0)
    warn('has no tools', 'Leave it out ("disabled": true), or look at whether it needs a sign-in or a setting.');
  return findings;
}

/** The advice for others is to run this. */
function withoutDoctor(fix: string): string {
  return fix.replace(
    /Try again; if it stays so, run: foldout doctor .*/,
    'Run its command in a terminal to see what it says, and correct its entry.',
  );
}
