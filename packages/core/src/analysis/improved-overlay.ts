import { overlayHash, upstreamTool } from '../catalog/overlay.ts';
import type { ToolOverlay } from '../catalog/overlay-schema.ts';
import type { Improvement } from './improve-tools.ts';

/** What an improvement sets in the configuration. */
export interface ImprovedOverlay {
  /** The key of the overlay: the tool as its server calls it. */
  readonly name: string;
  /** Empty: the overlay says all of it already. */
  readonly fields: readonly { readonly path: readonly string[]; readonly value: unknown }[];
}

/** Fields of an overlay that the user has written stay: aliases are added to, and a description of the user's is kept. */
export function improvedOverlay(
  { tool, overlay }: Pick<Improvement, 'tool' | 'overlay'>,
  overlays: Readonly<Record<string, ToolOverlay>> = {},
): ImprovedOverlay {
  const name = upstreamTool(tool).id;
  const before: ToolOverlay = Object.hasOwn(overlays, name) ? (overlays[name] ?? {}) : {};
  const known = before.aliases ?? [];
  const aliases = [...new Set([...known, ...(overlay.aliases ?? [])])];
  const texts = [
    ...(aliases.length > known.length ? [{ path: ['aliases'], value: aliases }] : []),
    ...(overlay.description !== undefined && before.description === undefined
      ? [{ path: ['description'], value: overlay.description }]
      : []),
  ];
  const isNoted = texts.length === 0 || before.for !== undefined;
  return { name, fields: isNoted ? texts : [...texts, { path: ['for'], value: overlayHash(tool) }] };
}
