// HTTP serving, for hosts that mount `server.fetch`. A separate entry, because servers over stdio do not need it.
export {
  type AnswerOptions,
  answerHttp,
  type HttpListener,
  opensStream,
  type ServeHttpOptions,
  serveHttp,
} from './protocol/serve-http.ts';
