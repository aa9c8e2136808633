import { toNodeHandler } from '@modelcontextprotocol/node';
import express from 'express';
import { authInfoOf, server } from './shop.mjs';

const mcp = toNodeHandler(server);
const app = express();
app.use(express.json());
app.all('/mcp', (request, response) => {
  request.auth = authInfoOf(request.headers.authorization);
  if (!request.auth) response.status(401).send('Send a bearer token.');
  // `express.json()` has read the body, so it is passed on.
  else void mcp(request, response, request.body);
});
const http = app.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
