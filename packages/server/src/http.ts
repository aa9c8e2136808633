// Serving over a port, for those who put something in front of `server.fetch`. Apart from the root, which most load for stdio.
export {
  type AnswerOptions,
  answerHttp,
  type HttpListener,
  isLoopback,
  opensStream,
  type ServeHttpOptions,
  serveHttp,
} from './protocol/serve-http.ts';
