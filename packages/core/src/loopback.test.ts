import { expect, it } from 'vitest';
import { isLoopback } from './loopback.ts';

it.each([
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['127.0.0.1.example.com', false],
  ['localhost.example.com', false],
])('knows whether only this machine can reach %s', (host, loopback) => {
  expect(isLoopback(host)).toBe(loopback);
});
