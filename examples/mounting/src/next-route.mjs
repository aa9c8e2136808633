// The file `app/mcp/route.js` of a Next.js application. Next.js passes `{ params }` as the second argument of a handler.
import { handle } from './shop.mjs';

export const GET = handle;
export const POST = handle;
export const DELETE = handle;
