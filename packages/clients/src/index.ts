// Everything named here is public: adding a name is a promise, removing one is a breaking change.
export type {
  Client,
  ClientConfig,
  ClientFacts,
  ClientFile,
  ClientRequest,
  ConfiguredClient,
  MeasuredClient,
  MeasuredFacts,
} from './client.ts';
export { CLIENTS, CONFIGURED_CLIENTS, knownClient } from './client-table.ts';
