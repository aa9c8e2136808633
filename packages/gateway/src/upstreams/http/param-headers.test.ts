import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { call, textOf, watchedUpstream } from '../../../../../test/fixtures/upstreams.ts';
import { ParamHeaders } from './param-headers.ts';

const tools = [
  {
    name: 'route',
    inputSchema: {
      properties: {
        region: { type: 'string', 'x-mcp-header': 'Region' },
        where: { properties: { zone: { type: 'integer', 'x-mcp-header': 'Zone' } } },
        bad: { type: 'string', 'x-mcp-header': 'no\r\nheader' },
      },
    },
  },
  { name: 'plain', inputSchema: { properties: { region: { type: 'string' } } } },
  null,
];

it('sends parameters as headers as the tool requires', () => {
  const headers = new ParamHeaders(tools);
  const of = (input: unknown) => headers.of('tools/call', { name: 'route', arguments: input });
  expect(of({ region: 'eu', where: { zone: 3 }, bad: 'x' })).toEqual({
    'Mcp-Param-Region': 'eu',
    'Mcp-Param-Zone': '3',
  });
  expect(of({ region: 'Zürich\r\nX: y' })).toEqual({ 'Mcp-Param-Region': '=?base64?WsO8cmljaA0KWDogeQ==?=' });
  expect(of({ region: { no: 'text' }, where: null })).toEqual({});
  expect(headers.of('tools/call', { name: 'plain', arguments: { region: 'eu' } })).toBeUndefined();
  expect(headers.of('prompts/get', { name: 'route' })).toBeUndefined();
});

it('is accepted by a server that checks the headers', async () => {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'router', version: '1.0.0' });
    const inputSchema = z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) });
    server.registerTool('route', { inputSchema }, ({ region }) => ({
      content: [{ type: 'text', text: `to ${region}` }],
    }));
    return server;
  });
  const answer = toNodeHandler(handler);
  const http = createServer(
    (request, response) => void answer(request as Parameters<typeof answer>[0], response),
  ).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
  const upstream = watchedUpstream({ url });
  try {
    await upstream.refresh();
    expect(upstream.manifest?.era).toBe('modern');
    expect(textOf(await call(upstream, 'route', { region: 'Zürich' }))).toBe('to Zürich');
  } finally {
    await upstream.close();
    await handler.close();
    http.closeAllConnections();
    http.close();
  }
});
