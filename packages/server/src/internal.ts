// What the other packages of this repository share. Not public: any release may change it.
export { AUTO_LIMITS } from './surfaces/choose-surface.ts';
export { LEGAL_NAME, MAX_NAME } from './surfaces/client-names.ts';
