import { cleanText } from '@foldout/core/internal';
import type { ServerOverlays } from '../config/overlays.ts';

/** Characters of instructions that reach a model. */
const MAX_INSTRUCTIONS = 10_000;

/** What a server says about its tools as a whole: the text of the configuration, or else its own. */
export function readInstructions(overlays: ServerOverlays | undefined, sent: string | undefined): string | undefined {
  return overlays?.server?.instructions ?? cleanText(sent, MAX_INSTRUCTIONS);
}
