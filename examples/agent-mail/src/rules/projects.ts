import type { Mail } from '../mail.ts';
import type { Project } from '../records.ts';
import { didYouMean, Refusal } from '../refusal.ts';

/** A project answers to its path and to its slug. */
export function findProject({ db }: Mail, key: string): Project {
  const path = withoutTrailingSlash(key);
  const project = db.first<Project>('SELECT * FROM projects WHERE human_key = ? OR slug = ?', path, path);
  if (project) return project;
  const known = db.all<Project>('SELECT * FROM projects ORDER BY id').flatMap((one) => [one.human_key, one.slug]);
  throw new Refusal(
    'PROJECT_NOT_FOUND',
    `There is no project '${key}'.`,
    didYouMean(key, known, 'call ensure_project with the absolute path of the working directory.'),
    { project_key: key },
  );
}

export function ensureProject(mail: Mail, humanKey: string): { project: Project; created: boolean } {
  const { db } = mail;
  const path = withoutTrailingSlash(humanKey);
  const known = db.first<Project>('SELECT * FROM projects WHERE human_key = ?', path);
  if (known) return { project: known, created: false };
  const project = db.insert('projects', { slug: freeSlug(mail, path), human_key: path, created_ts: mail.now() });
  return { project, created: true };
}

/** `/data/a-b` and `/data/a/b` would share a slug; the later one gets a number. */
function freeSlug({ db }: Mail, path: string): string {
  const base =
    path
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
      .replaceAll(' ', '-') || 'root';
  const taken = (slug: string) => db.count('SELECT count(*) AS n FROM projects WHERE slug = ?', slug) > 0;
  let slug = base;
  for (let number = 2; taken(slug); number += 1) slug = `${base}-${number}`;
  return slug;
}

function withoutTrailingSlash(path: string): string {
  let end = path.length;
  while (end > 1 && (path[end - 1] === '/' || path[end - 1] === '\\')) end -= 1;
  return path.slice(0, end);
}
