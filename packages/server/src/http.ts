// HTTP serving for the gateway, which mounts `server.fetch`. A separate entry, because servers over stdio do not need it.
// Not public: any release may change it.
export type { ReadRequest } from './protocol/http-handler.ts';
export type { HttpAnswer } from './protocol/http-reply.ts';
export { opensStream, serveHttp } from './protocol/serve-http.ts';
