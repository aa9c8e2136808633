// Everything named here is public: adding a name is a promise, removing one is a breaking change.
export { listingSnapshot } from './listing-snapshot.ts';
export { TestClient, type TestClientOptions, testClient } from './test-client.ts';
