import { z } from 'zod';
import { deliver } from '../delivery.ts';
import { agent_name, paths, project_key, reason, reservation_ids, reservationSeconds } from '../fields.ts';
import { globsOverlap } from '../glob-overlap.ts';
import {
  type Agent,
  activeReservations,
  actor,
  agentOf,
  later,
  type Mail,
  type Project,
  type Reservation,
} from '../mail.ts';
import { CHANGES, category, Refusal } from '../mail-command.ts';
import { writeReservations } from './guard.ts';

const SILENT_SECONDS = 1800;

export interface Wish {
  readonly paths: readonly string[];
  readonly ttl_seconds: number;
  readonly exclusive: boolean;
  readonly reason: string;
}

/** Grants paths without a conflict and returns the holders of the others. Two shared reservations do not conflict. */
export function reserve(
  mail: Mail,
  project: Project,
  { name }: Agent,
  { paths, ttl_seconds, exclusive, reason }: Wish,
) {
  const active = activeReservations(mail, project).filter(({ agent }) => agent !== name);
  const granted: Reservation[] = [];
  const conflicts: { path: string; holders: Reservation[] }[] = [];
  for (const path of paths) {
    const holders = active.filter((one) => {
      return (exclusive || one.exclusive) && globsOverlap(one.path_pattern, path);
    });
    if (holders.length > 0) conflicts.push({ path, holders });
    else {
      const id = project.reservations.length + 1;
      const lease = { exclusive, reason, expires_ts: later(mail, ttl_seconds), released_ts: null };
      const reservation: Reservation = { id, agent: name, path_pattern: path, ...lease };
      project.reservations.push(reservation);
      granted.push(reservation);
    }
  }
  writeReservations(mail, project);
  return { granted, conflicts };
}

export function release(mail: Mail, project: Project, chosen: readonly Reservation[]): void {
  for (const one of chosen) one.released_ts = later(mail);
  writeReservations(mail, project);
}

export const reservationCommands = (mail: Mail) => {
  const write = category('file_reservations', CHANGES);
  const own = { project_key, agent_name, paths: paths.optional(), file_reservation_ids: reservation_ids };

  /** The active reservations of an agent: those with the given paths or ids, or all if neither is given. */
  const chosen = (project: Project, { name }: Agent, wanted?: readonly string[], ids?: readonly number[]) =>
    activeReservations(mail, project)
      .filter(({ agent }) => agent === name)
      .filter(({ id, path_pattern }) => (!wanted && !ids) || wanted?.includes(path_pattern) || ids?.includes(id));

  return [
    write(
      'file_reservation_paths',
      'Reserve files or globs before editing them, and see conflicts. A reservation is a lease that ends by itself. ' +
        'Paths that another agent holds are not granted.',
      {
        project_key,
        agent_name,
        paths,
        ttl_seconds: reservationSeconds,
        exclusive: z.boolean().default(true).describe('Whether other agents have to keep off.'),
        reason,
      },
      ({ project_key, agent_name, ...wish }) => {
        const { project, agent } = actor(mail, project_key, agent_name);
        const outcome = reserve(mail, project, agent, wish);
        if (outcome.granted.length > 0) return outcome;
        const holders = outcome.conflicts.flatMap((conflict) => conflict.holders.map((one) => one.agent));
        const message = `Every path is held by ${[...new Set(holders)].join(', ')}.`;
        throw new Refusal('FILE_RESERVATION_CONFLICT', message, 'Write to the holder with send_message.');
      },
    ),
    write(
      'release_file_reservations',
      'Release your file reservations when you are done: all of them, or those that you name.',
      own,
      ({ project_key, agent_name, paths, file_reservation_ids }) => {
        const { project, agent } = actor(mail, project_key, agent_name);
        const released = chosen(project, agent, paths, file_reservation_ids);
        release(mail, project, released);
        return { released };
      },
    ),
    write(
      'force_release_file_reservation',
      'Release the file reservation of an agent that has gone silent. Refused while the holder was active within the ' +
        'last 30 minutes.',
      {
        project_key,
        agent_name,
        file_reservation_id: z.int().min(1).describe('The number of the reservation.'),
        note: z.string().max(500).default('').describe('A sentence for the holder.'),
        notify_previous: z.boolean().default(true).describe('Whether to write to the holder.'),
      },
      ({ project_key, agent_name, file_reservation_id, note, notify_previous }) => {
        const { project, agent } = actor(mail, project_key, agent_name);
        const one = activeReservations(mail, project).find(({ id }) => id === file_reservation_id);
        if (!one)
          throw new Refusal(
            'RESERVATION_NOT_FOUND',
            `There is no active reservation ${file_reservation_id}.`,
            'Call whois.',
          );
        const holder = agentOf(project, one.agent);
        if (holder.last_active_ts > later(mail, -SILENT_SECONDS)) {
          throw new Refusal(
            'HOLDER_ACTIVE',
            `'${holder.name}' was active at ${holder.last_active_ts}.`,
            'Write to it first.',
          );
        }
        release(mail, project, [one]);
        const body_md = `${agent.name} released your reservation of ${one.path_pattern}. ${note}`;
        const notice = { to: [holder.name], subject: 'Reservation released', body_md };
        if (notify_previous) deliver(mail, project, agent, notice, true);
        return one;
      },
      {
        destructive: true,
        confirmPrompt: 'This will release reservation {file_reservation_id} of another agent. Continue?',
      },
    ),
    write(
      'renew_file_reservations',
      'Prolong your active file reservations without giving them up.',
      { ...own, extend_seconds: z.int().min(60).max(604_800).default(1800).describe('Added to the present end.') },
      ({ project_key, agent_name, extend_seconds, paths, file_reservation_ids }) => {
        const { project, agent } = actor(mail, project_key, agent_name);
        const renewed = chosen(project, agent, paths, file_reservation_ids);
        for (const one of renewed) {
          one.expires_ts = new Date(Date.parse(one.expires_ts) + extend_seconds * 1000).toISOString();
        }
        writeReservations(mail, project);
        return { renewed };
      },
    ),
  ];
};
