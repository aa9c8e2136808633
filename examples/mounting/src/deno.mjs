import { handle } from './shop.mjs';

Deno.serve({
  port: 0,
  hostname: '127.0.0.1',
  onListen: ({ port }) => console.log(`http://127.0.0.1:${port}/mcp`),
  handler: handle,
});
