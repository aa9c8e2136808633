import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { Agent, tool as agentTool, OpenAIResponsesModel, Runner } from '@openai/agents';
import { generateText, stepCountIs, tool } from 'ai';
import OpenAI from 'openai';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { nativeSearch } from '../ai-sdk/index.ts';
import { foldoutTools } from '../openai-agents/index.ts';
import { MessagesApi, toolUse } from './messages-api.ts';
import { functionCall, ResponsesApi, toolSearchCall } from './responses-api.ts';

const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
const schema = z.object({ orderId: z.number() });
const description = 'Cancel an order';
const input = { orderId: 17 };

/** Compiles the requests, as they were sent, as values of the type of the vendor's SDK. */
function problemsOf(sdk: string, type: string, requests: readonly unknown[]): string {
  const folder = mkdtempSync(join(import.meta.dirname, '.sent-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const lines = requests.map((request, index) => `export const r${index}: ${type} = ${JSON.stringify(request)};`);
  writeFileSync(join(folder, 'sent.ts'), [`import type SDK from '${sdk}';`, ...lines].join('\n'));
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2022',
  ];
  const run = spawnSync(process.execPath, [TSC, ...options, join(folder, 'sent.ts')], { encoding: 'utf8' });
  return run.stdout;
}

it("sends what Anthropic's types allow, through the AI SDK", { timeout: 60_000 }, async () => {
  using api = await MessagesApi.open();
  const model = createAnthropic({ apiKey: 'none', baseURL: `${api.url}/v1` })('claude-sonnet-5');
  const cancel = tool({ description, inputSchema: schema, execute: async () => 'canceled' });
  api.script([[toolUse('search_tools', { query: description }, 'a')], [toolUse('cancel', input, 'b')]]);
  const searched = await nativeSearch({ cancel }, { model });
  await generateText({ model, ...searched, prompt: 'go', stopWhen: stepCountIs(3) });
  expect(api.requests).toHaveLength(3);
  const type = 'SDK.MessageCreateParamsNonStreaming';
  expect(problemsOf('@anthropic-ai/sdk', type, api.requests)).toBe('');
  expect(problemsOf('@anthropic-ai/sdk', type, [{ ...api.requests[0], tools: [{ nme: 'x' }] }])).toContain('TS2');
});

it("sends what OpenAI's types allow, through the AI SDK and the Agents SDK", { timeout: 60_000 }, async () => {
  using api = await ResponsesApi.open();
  const script = () =>
    api.script([[toolSearchCall({ query: description }, 'a')], [functionCall('cancel', input, 'b')]]);
  const model = createOpenAI({ apiKey: 'none', baseURL: api.url })('gpt-5.4');
  const cancel = tool({ description, inputSchema: schema, execute: async () => 'canceled' });
  script();
  const searched = await nativeSearch({ cancel }, { model });
  await generateText({ model, ...searched, prompt: 'go', stopWhen: stepCountIs(3) });
  const sent = [...api.requests];
  script();
  const client = new OpenAI({ apiKey: 'none', baseURL: api.url });
  const ofAgent = agentTool({ name: 'cancel', description, parameters: schema, execute: async () => 'canceled' });
  const tools = foldoutTools([ofAgent], { model: 'gpt-5.4' });
  const agent = new Agent({ name: 'agent', model: new OpenAIResponsesModel(client, 'gpt-5.4'), tools });
  await new Runner({ tracingDisabled: true }).run(agent, 'go');
  sent.push(...api.requests);
  expect(sent).toHaveLength(6);
  expect(problemsOf('openai', 'SDK.Responses.ResponseCreateParamsNonStreaming', sent)).toBe('');
});
