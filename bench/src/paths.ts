import { fileURLToPath } from 'node:url';

const inRepository = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const ROOT = inRepository('');
/** The `foldout` program, as npm installs it. */
export const FOLDOUT_PROGRAM = inRepository('packages/cli/dist/bundle/main.js');
/** Test servers; `replay.mjs` answers with the tools of a catalog file. */
export const FIXTURE_SERVERS = inRepository('test/fixtures/servers');
export const REPLAY_SERVER = inRepository('test/fixtures/servers/replay.mjs');
