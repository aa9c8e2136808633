export type { Era, ManifestStore, ServerManifest } from '../state/manifest.ts';
