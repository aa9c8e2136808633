import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

// A server of five tools, as the SDK's documentation writes one.
const ANIMALS = ['cat', 'dog', 'fox', 'owl', 'pig'];

serveStdio(() => {
  const server = new McpServer({ name: 'bare-server', version: '1.0.0' });
  for (const animal of ANIMALS) {
    const config = { description: `What a ${animal} says`, inputSchema: z.object({ times: z.number().optional() }) };
    server.registerTool(`${animal}-says`, config, ({ times = 1 }) => ({
      content: [{ type: 'text', text: `${animal} `.repeat(times) }],
    }));
  }
  return server;
});
