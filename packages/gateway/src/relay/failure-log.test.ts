import { expect, it } from 'vitest';
import type { UpstreamStatus } from '../upstreams/upstream.ts';
import { FailureLog } from './failure-log.ts';

const failed = (lastError: string, todo = 'Install it.'): UpstreamStatus => ({
  state: 'failed',
  restarts: 0,
  lastError,
  todo,
});

it('warns once per failure with its reason and the next step, and again after the server was ready', () => {
  const lines: string[] = [];
  const log = new FailureLog({ info: () => {}, warn: (line: string) => lines.push(line), error: () => {} } as never);
  const stderr = (time: string) => `exited with code 1; its last lines on stderr: [${time}] no key`;
  log.report('a', { state: 'starting', restarts: 0 });
  log.report('a', failed(stderr('10:00')));
  log.report('a', { ...failed(stderr('10:00')), state: 'starting' });
  log.report('a', failed(stderr('10:01')));
  expect(lines).toEqual([`${stderr('10:00')}. Install it.`]);
  log.report('a', failed('was killed by SIGKILL'));
  log.report('b', failed('was killed by SIGKILL'));
  log.report('a', { state: 'ready', restarts: 1 });
  log.report('a', failed('was killed by SIGKILL'));
  expect(lines).toHaveLength(4);
});
