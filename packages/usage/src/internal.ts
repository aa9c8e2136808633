// Exports for the other packages of this repository. Not public: any release may change them.
export { trackCalls } from './tracking/track-calls.ts';
