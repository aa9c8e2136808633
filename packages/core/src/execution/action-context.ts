import type { CallContext } from '../catalog/call-context.ts';
import { exceedsRisk, type Risk } from '../catalog/tool.ts';

type Context = Partial<CallContext>;

export function withActive(context: Context, activeContext: string | undefined): Context {
  return activeContext === undefined ? context : { ...context, activeContext };
}

/** The lower of two limits holds: an action never raises the limit of its context. */
export function withinRisk(context: Context, maxRisk: Risk | undefined): Context {
  if (!maxRisk || (context.maxRisk && !exceedsRisk(context.maxRisk, maxRisk))) return context;
  return { ...context, maxRisk };
}
