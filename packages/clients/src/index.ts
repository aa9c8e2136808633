// Everything named here is public: adding a name is a promise, removing one is a breaking change.
export type {
  Client,
  ClientConfig,
  ClientFacts,
  ClientRequest,
  ConfiguredClient,
  ConnectableClient,
  MeasuredClient,
  MeasuredFacts,
} from './client.ts';
export { CLIENTS, CONFIGURED_CLIENTS, CONNECTABLE_CLIENTS, knownClient } from './client-table.ts';
export type { ClientConnection, FileConnection, HttpAddress, Launch, PasteConnection } from './connection.ts';
export type { ClientFile } from './machine.ts';
