import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { authInfoOf, server } from './shop.mjs';

const mcp = toNodeHandler(server);
const http = createServer((request, response) => {
  request.auth = authInfoOf(request.headers.authorization);
  if (!request.auth) response.writeHead(401).end('Send a bearer token.');
  else void mcp(request, response);
});
http.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
