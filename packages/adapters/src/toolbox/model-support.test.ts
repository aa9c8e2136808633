import { expect, it } from 'vitest';
import { hasToolSearch } from './model-support.ts';

it.each([
  ['anthropic', 'claude-sonnet-4-5', true],
  ['anthropic', 'claude-opus-4-5-20251101', true],
  ['anthropic', 'anthropic/claude-sonnet-5', true],
  ['anthropic', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0', true],
  ['anthropic', 'claude-sonnet-4-20250514', false],
  ['anthropic', 'claude-3-opus-latest', false],
  ['anthropic', 'my-model', false],
  ['openai', 'gpt-5.4', true],
  ['openai', 'gpt-5.4-mini', true],
  ['openai', 'gpt-6-astra', true],
  ['openai', 'gpt-5', false],
  ['openai', 'gpt-5-2025-08-07', false],
  ['openai', 'gpt-4.1', false],
  ['openai', 'o3', false],
] as const)('knows whether %s model %s has tool search: %s', (vendor, model, has) => {
  expect(hasToolSearch(vendor, model)).toBe(has);
});
