// What is known of servers without starting any. Everything named here is public.
export { type KnownCatalog, type KnownServer, type OpenCatalogOptions, openKnownCatalog } from './known-catalog.ts';
