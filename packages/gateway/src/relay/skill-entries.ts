import type { JsonObject } from '@foldout/core';
import { isObject, own } from '@foldout/core/internal';
import type { ServerManifest } from '../cache/manifest.ts';

/** A skill as a server lists it with the skills extension (SEP-2640). */
export interface SkillEntry {
  /** Of its `SKILL.md`. */
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  /** URIs of all its files, as far as the server says. */
  readonly files: readonly string[];
}

const files = new WeakMap<ServerManifest, readonly string[]>();

export function skillEntry({ uri, frontmatter, resources }: JsonObject): SkillEntry {
  const listed = Array.isArray(resources) ? resources.filter(isObject).map((file) => file['uri']) : [];
  return {
    uri: String(uri),
    name: String(own(frontmatter, 'name')),
    description: String(own(frontmatter, 'description')),
    files: listed.filter((file) => typeof file === 'string'),
  };
}

/** The URIs of all files of a server's skills. */
export function skillFilesOf(manifest: ServerManifest): readonly string[] {
  const known = files.get(manifest);
  if (known) return known;
  const found = (manifest.skills ?? []).map(skillEntry).flatMap((skill) => [skill.uri, ...skill.files]);
  const unique = [...new Set(found)];
  files.set(manifest, unique);
  return unique;
}
