export type { Era, ManifestStore, ServerManifest } from '../cache/manifest.ts';
