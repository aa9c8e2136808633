// Replaces `node.ts` in Workers (condition `workerd`): no files, no processes, no sockets. A Worker mounts `server.fetch`.
import type * as node from './node.ts';

const WITHOUT = 'is not possible in a Worker. Mount server.fetch instead: export default { fetch: server.fetch }.';

export const environment: typeof node.environment = {};

/** Without word vectors, search ranks by words alone. */
export const loadVectors = undefined;

export const serveStdio: typeof node.serveStdio = () => {
  throw new Error(`server.connect() ${WITHOUT}`);
};

export const httpListener: typeof node.httpListener = () => Promise.reject(new Error(`server.start() ${WITHOUT}`));

export const isStdinPiped: typeof node.isStdinPiped = () => false;
