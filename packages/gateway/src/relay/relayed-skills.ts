import type { JsonObject } from '@foldout/core';
import type { McpServerOptions } from '@foldout/server';
import { type Upstreams, visibleUpstreams } from './visible-upstreams.ts';

type RelaySkills = NonNullable<McpServerOptions['relaySkills']>;
type Skill = Awaited<ReturnType<ReturnType<RelaySkills>['list']>>['skills'][number];

/** URIs of skills have this scheme, unless a server chooses another one, which clients do not expect. */
const SCHEME = 'skill://';

/** The skills of upstreams as their servers list them, for clients of the skills extension (SEP-2640). */
export function relayedSkills(upstreams: Upstreams): RelaySkills {
  return ({ owner }) => {
    const skillsFor = (context: Parameters<typeof visibleUpstreams>[1]): readonly JsonObject[] => {
      const listed = visibleUpstreams(upstreams, context, owner).flatMap(({ manifest }) => manifest?.skills ?? []);
      const known = listed.filter(({ uri }) => String(uri).startsWith(SCHEME));
      // Two servers with the same URI: it does not say whose files to read. `afd-discover` finds both.
      return known.filter(({ uri }) => known.filter((one) => one['uri'] === uri).length === 1);
    };
    return {
      list: async (_page, context) => ({ skills: skillsFor(context) as unknown as Skill[] }),
      get: async (uri, context) => skillsFor(context).find((one) => one['uri'] === uri) as unknown as Skill | undefined,
      // Their files are read as resources of their servers.
      read: async () => undefined,
    };
  };
}
