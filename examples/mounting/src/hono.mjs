import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { authInfoOf, server } from './shop.mjs';

const app = new Hono();
app.all('/mcp', (context) => {
  const authInfo = authInfoOf(context.req.header('authorization'));
  if (!authInfo) return context.text('Send a bearer token.', 401);
  return server.fetch(context.req.raw, { authInfo });
});
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(`http://127.0.0.1:${port}/mcp`));
