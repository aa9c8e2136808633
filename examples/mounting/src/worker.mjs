// A Cloudflare Worker. It needs no `nodejs_compat`: bundle it with the condition `workerd`, as wrangler does.
import { handle } from './shop.mjs';

export default { fetch: handle };
