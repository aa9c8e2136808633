import { toNodeHandler } from '@modelcontextprotocol/node';
import fastify from 'fastify';
import { authInfoOf, server } from './shop.mjs';

const mcp = toNodeHandler(server);
const app = fastify();
app.all('/mcp', (request, reply) => {
  const auth = authInfoOf(request.headers.authorization);
  if (!auth) return reply.code(401).send('Send a bearer token.');
  // The SDK's adapter writes the response itself.
  reply.hijack();
  return mcp(Object.assign(request.raw, { auth }), reply.raw, request.body);
});
console.log(`${await app.listen({ port: 0, host: '127.0.0.1' })}/mcp`);
