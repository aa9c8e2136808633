import { type Mail, secondsAfter } from '../mail.ts';
import type { Agent, Project, Reservation } from '../records.ts';
import { Refusal } from '../refusal.ts';
import type { ReservationOutcome, ReservationView } from '../shapes.ts';
import { noteActivity } from './agents.ts';
import { globsOverlap, normalizePattern } from './glob-overlap.ts';
import { publishReservations } from './guards.ts';

export type Held = Reservation & { readonly agent: string };

interface Wish {
  readonly paths: readonly string[];
  readonly seconds: number;
  readonly exclusive: boolean;
  readonly reason: string;
}

interface Selection {
  readonly paths?: readonly string[] | undefined;
  readonly ids?: readonly number[] | undefined;
}

/** What is held now: neither released nor past its time. */
export function activeReservations({ db, now }: Mail, project: Project): Held[] {
  return db.all<Held>(
    `SELECT r.*, a.name AS agent FROM reservations r JOIN agents a ON a.id = r.agent_id
     WHERE r.project_id = ? AND r.released_ts IS NULL AND r.expires_ts > ? ORDER BY r.id`,
    project.id,
    now(),
  );
}

/** Grants each path that nobody else holds, and says who holds the others. */
export function reserve(mail: Mail, project: Project, agent: Agent, wish: Wish): ReservationOutcome {
  const granted: ReservationView[] = [];
  const conflicts: ReservationOutcome['conflicts'] = [];
  for (const path of new Set(wish.paths.map(normalizePattern))) {
    const active = activeReservations(mail, project);
    const holders = active.filter(
      (held) =>
        held.agent_id !== agent.id && (wish.exclusive || held.exclusive === 1) && globsOverlap(held.path_pattern, path),
    );
    if (holders.length > 0) conflicts.push({ path, holders: holders.map(showReservation) });
    else granted.push(showReservation(grant(mail, project, agent, path, wish, active)));
  }
  noteActivity(mail, agent);
  publishReservations(mail, project);
  return { granted, conflicts };
}

/** Reserving the same pattern again makes the reservation longer, never shorter, and adds no second one. */
function grant(mail: Mail, project: Project, agent: Agent, path: string, wish: Wish, active: readonly Held[]): Held {
  const { db } = mail;
  const { reason, seconds } = wish;
  const exclusive = Number(wish.exclusive);
  const created_ts = mail.now();
  const expires_ts = secondsAfter(created_ts, seconds);
  const own = active.find((held) => held.agent_id === agent.id && held.path_pattern === path);
  if (!own) {
    const who = { project_id: project.id, agent_id: agent.id, path_pattern: path };
    const row = { ...who, exclusive, reason, created_ts, expires_ts, released_ts: null };
    return { ...db.insert('reservations', row), agent: agent.name };
  }
  const longer = own.expires_ts > expires_ts ? own.expires_ts : expires_ts;
  const sql = 'UPDATE reservations SET expires_ts = ?, exclusive = ?, reason = ? WHERE id = ?';
  db.run(sql, longer, exclusive, reason, own.id);
  return { ...own, expires_ts: longer, exclusive, reason };
}

/** The agent's own reservations that are meant; without a selection, all of them. */
export function ownReservations(mail: Mail, project: Project, agent: Agent, { paths, ids }: Selection): Held[] {
  const own = activeReservations(mail, project).filter((held) => held.agent_id === agent.id);
  if (!paths && !ids) return own;
  const patterns = new Set(paths?.map(normalizePattern));
  const chosen = own.filter((held) => ids?.includes(held.id) || patterns.has(held.path_pattern));
  const missing = [
    ...(ids ?? []).filter((id) => !own.some((held) => held.id === id)).map(String),
    ...[...patterns].filter((path) => !own.some((held) => held.path_pattern === path)),
  ];
  if (missing.length === 0) return chosen;
  const active = own.map((held) => `${held.id} ('${held.path_pattern}')`).join(', ') || 'none';
  throw new Refusal(
    'FILE_RESERVATION_NOT_FOUND',
    `'${agent.name}' holds no active reservation ${missing.map((one) => `'${one}'`).join(', ')}.`,
    `Its active reservations: ${active}. Patterns have to be given exactly as they were reserved.`,
    { missing },
  );
}

export function release(mail: Mail, project: Project, held: readonly Held[]): ReservationView[] {
  const released_ts = mail.now();
  for (const { id } of held) mail.db.run('UPDATE reservations SET released_ts = ? WHERE id = ?', released_ts, id);
  publishReservations(mail, project);
  return held.map((one) => showReservation({ ...one, released_ts }));
}

/** Counted from the present end, and never more than `longest` seconds from now. */
export function renew(mail: Mail, project: Project, held: readonly Held[], seconds: number, longest: number) {
  const limit = secondsAfter(mail.now(), longest);
  const renewed = held.map(({ id, path_pattern, expires_ts }) => {
    const wanted = secondsAfter(expires_ts, seconds);
    const new_expires_ts = wanted < limit ? wanted : limit;
    mail.db.run('UPDATE reservations SET expires_ts = ? WHERE id = ?', new_expires_ts, id);
    return { id, path_pattern, old_expires_ts: expires_ts, new_expires_ts };
  });
  publishReservations(mail, project);
  return renewed;
}

export function showReservation(held: Held): ReservationView {
  const { id, agent, path_pattern, exclusive, reason, created_ts, expires_ts, released_ts } = held;
  return { id, agent, path_pattern, exclusive: exclusive === 1, reason, created_ts, expires_ts, released_ts };
}
