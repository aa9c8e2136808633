// The public API: removing an export is a breaking change.
export {
  type DiscoveryContext,
  type ProgressiveDiscoveryOptions,
  ProgressiveDiscoverySystem,
} from './progressive-discovery-system.ts';
