// A small MCP server behind the gateway: node upstream.js <server> <secret> <sizes, with commas> [delay in ms]
import { setTimeout as sleep } from 'node:timers/promises';
import { type CallToolResult, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { markOf } from '../marks.ts';
import { upstreamTools } from '../upstream-tools.ts';

/** 24 × 24 pixels, two colors. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAABgAAAAYCAIAAABvFaqvAAAALklEQVR42mP49OI8GpLP34qGiFHDMGoQHQ0iTxummlGD6GnQaMoezWujBtHFIABp72m9cMggRwAAAABJRU5ErkJggg==';

const [name = '', secret = '', sizes = '', delayMs = '0'] = process.argv.slice(2);
const allowedSizes = sizes.split(',');
const tools = upstreamTools(allowedSizes)[name] ?? [];

const mark = (tool: string, argument: unknown): string => markOf({ secret }, tool, String(argument));
const text = (value: string) => ({ type: 'text', text: value }) as const;

const ANSWERS: Readonly<Record<string, (input: Record<string, unknown>) => CallToolResult>> = {
  count_boxes: ({ article }) => {
    const counted = { article, boxes: 12, receipt: mark('count_boxes', article) };
    return { content: [text(JSON.stringify(counted))], structuredContent: counted };
  },
  draw_shelf_plan: ({ article }) => ({
    content: [
      text(`Plan ${mark('draw_shelf_plan', article)} of ${article}:`),
      { type: 'image', data: PICTURE, mimeType: 'image/png' },
    ],
  }),
  order_packing: ({ article, size }) => {
    if (!allowedSizes.includes(String(size))) return { content: [text(`No size ${size}.`)], isError: true };
    return { content: [text(`Order ${mark('order_packing', size)} for ${article}.`)] };
  },
};

await sleep(Number(delayMs));
serveStdio(() => {
  const server = new Server({ name, version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ name, description, properties, required = [], readOnly = false }) => ({
      name,
      description,
      inputSchema: { type: 'object', properties, required: [...required] },
      annotations: { readOnlyHint: readOnly },
    })),
  }));
  server.setRequestHandler('tools/call', ({ params }) => {
    const input = params.arguments ?? {};
    return ANSWERS[params.name]?.(input) ?? { content: [text(JSON.stringify({ tool: params.name, input }))] };
  });
  return server;
});
