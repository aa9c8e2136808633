import { expect, it } from 'vitest';
import { row } from '../report.ts';
import { clients } from './run.ts';

it('judges a client by its steps, and one that could not be run as failed', () => {
  const judged = clients.judge?.([
    row('codex/stdio/cold', 'step search', 'codex 1', 1, 'arrived'),
    row('kimi/http/cold', 'step search', 'kimi 1', 0, 'arrived'),
    row('cline/http/cold', 'not run: npm could not install it', 'cline 1', 0, 'runs'),
  ]);
  expect(judged).toEqual([
    { holds: true, text: 'codex/stdio/cold: every step arrived' },
    { holds: false, text: 'kimi/http/cold: did not arrive: search' },
    { holds: false, text: 'cline/http/cold: not run: npm could not install it' },
  ]);
});
