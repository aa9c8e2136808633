import { handle } from './shop.mjs';

const { url } = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: handle });
console.log(`${url.origin}/mcp`);
