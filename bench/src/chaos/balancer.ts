import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { freePort } from '../../../test/fixtures/free-port.mjs';
import type { WorkFolder } from '../gateway/work-folder.ts';
import { Problem } from '../problem.ts';
import { ended } from './hostile-servers.ts';
import { untilHealthy } from './replica.ts';

/** Debian installs HAProxy in a folder that is not on every user's PATH. */
const ENVIRONMENT = { ...process.env, PATH: `${process.env['PATH'] ?? ''}${delimiter}/usr/sbin` };

export function requireBalancer(): void {
  try {
    execFileSync('haproxy', ['-v'], { env: ENVIRONMENT, stdio: 'ignore' });
  } catch {
    throw new Problem('The soak needs HAProxy as its load balancer. Install it with: apt-get install -y haproxy');
  }
}

export interface Balancer extends AsyncDisposable {
  readonly url: string;
}

/**
 * HAProxy on loopback, round robin, without affinity: each request goes to the next replica that is up. A replica that is
 * busy for a second or two stays up; one that was killed refuses connections, and the request goes to the other.
 */
export async function startBalancer(ports: readonly number[], work: WorkFolder): Promise<Balancer> {
  const port = await freePort();
  const file = join(work.folder('haproxy'), 'haproxy.cfg');
  writeFileSync(file, configuration(port, ports));
  // -db: stay in the foreground, as one process.
  const child = spawn('haproxy', ['-db', '-f', file], { env: ENVIRONMENT, stdio: 'ignore' });
  await untilHealthy(port);
  return { url: `http://127.0.0.1:${port}/mcp`, [Symbol.asyncDispose]: () => ended(child) };
}

function configuration(port: number, replicas: readonly number[]): string {
  const servers = replicas.map((at, n) => `  server replica-${n} 127.0.0.1:${at} check inter 500ms fall 3 rise 1`);
  return `global
  maxconn 4096
defaults
  mode http
  timeout connect 2s
  timeout client 2m
  timeout server 2m
  timeout check 3s
  retries 2
  option redispatch 1
frontend clients
  bind 127.0.0.1:${port}
  default_backend replicas
backend replicas
  balance roundrobin
  option httpchk GET /health
${servers.join('\n')}
`;
}
