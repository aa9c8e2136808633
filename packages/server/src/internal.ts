// Exports for the other packages of this repository. Not public: any release may change them.
export { AUTO_LIMITS } from './surfaces/choose-surface.ts';
export { LEGAL_NAME, MAX_NAME } from './surfaces/client-names.ts';
