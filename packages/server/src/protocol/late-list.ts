import type { Viewer } from '../surfaces/surface.ts';

/**
 * A warning if an answer to `tools/list` took longer than the client waits for it: the client then runs without these
 * tools and shows no error.
 */
export function lateList({ facts, title }: Pick<Viewer, 'facts' | 'title'>, tookMs: number): string | undefined {
  const limit = facts?.startWaitMs;
  if (limit === undefined || tookMs <= limit) return undefined;
  return (
    `The answer to tools/list took ${Math.round(tookMs)} ms, and ${title} waits about ${limit} ms. It may run without these ` +
    'tools. Start the server before the client, for example over HTTP.'
  );
}
