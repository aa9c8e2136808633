import { sourceHash } from '../functions/function-record.ts';
import { ShelfError, type ShelvedFunction } from '../functions/function-shelf.ts';
import type { Principal } from '../http/principal.ts';
import { ApiError, bodyTexts } from './json-answers.ts';
import type { DashboardSources } from './sources.ts';

const MAX_SHOWN = 50;

/** Saved functions whose latest version was not reviewed, sorted by name. */
export function functionReviews({ functions }: DashboardSources) {
  const waiting = (functions()?.all() ?? []).filter(({ latest }) => !latest.reviewed);
  return { total: waiting.length, waiting: waiting.slice(0, MAX_SHOWN).map(reviewOf) };
}

function reviewOf({ record, latest, shared }: ShelvedFunction) {
  const { name, owner } = record;
  const { version, description, savedAt, code } = latest;
  const hash = sourceHash(code);
  return {
    name,
    owner,
    version,
    hash,
    description,
    savedAt,
    code,
    sharedVersion: shared?.version,
    sharedCode: shared?.code,
  };
}

/** Lets every principal use a version of a function, or removes the function. */
export async function reviewFunction({ functions }: DashboardSources, principal: Principal, request: Request) {
  const { name, version, hash, verdict } = await bodyTexts(request, ['name', 'version', 'hash', 'verdict']);
  const shelf = functions();
  if (!shelf) throw new ApiError(404, 'This gateway runs no scripts, so it has no saved functions.');
  if (verdict !== 'share' && verdict !== 'remove') throw new ApiError(400, "'verdict' has to be share or remove.");
  try {
    if (verdict === 'share') await shelf.review(name, { version: Number(version), hash, by: principal.name });
    else await shelf.remove(name);
  } catch (error) {
    if (error instanceof ShelfError) throw new ApiError(409, error.message);
    throw error;
  }
  return { name, version, verdict };
}
