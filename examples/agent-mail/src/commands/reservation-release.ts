import { z } from 'zod';
import { actingAgent, pathPattern, projectKey, rowId } from '../fields.ts';
import { secondsAfter } from '../mail.ts';
import { answer, mailCommand } from '../mail-command.ts';
import { Refusal } from '../refusal.ts';
import { findAgent, noteActivity, participant } from '../rules/agents.ts';
import { deliver } from '../rules/messages.ts';
import { activeReservations, ownReservations, release } from '../rules/reservations.ts';
import { reservationShape } from '../shapes.ts';

/** An agent that did nothing for this long is taken to be gone. */
const SILENCE_SECONDS = 30 * 60;

export const releaseFileReservations = mailCommand({
  name: 'release_file_reservations',
  summary: 'Release your file reservations when you are done.',
  description: `
    Give up file reservations that you hold, so that others can work on the files at once instead of waiting for the
    lease to end. Releasing is the polite end of each edit: do it right after committing, also when you give up a task
    half way, and before you end a session.

    Without paths and file_reservation_ids, all of your active reservations in the project are released; with them,
    those that match either. As for renewing, paths have to be given exactly as they were reserved. The release is
    recorded with its time, and repositories with the pre-commit guard know about it immediately.

    Returns released (the reservations with released_ts set) and remaining, the number that you still hold. Holding
    nothing and asking to release everything is no error: released is then empty. Pitfalls:
    - One name that you do not hold answers FILE_RESERVATION_NOT_FOUND, and nothing is released; the suggestion lists
      what you hold. An expired reservation no longer needs to be released.
    - Part of a pattern cannot be released. Reserve the smaller pattern first, then release the larger one.
    - It cannot be undone: after it, anybody may reserve the files before you do.
    - Reservations of other agents are not touched. For those of an agent that is gone, use
      force_release_file_reservation.`,
  category: 'file_reservations',
  tags: ['lock', 'write'],
  aliases: ['unlock files', 'give up lease', 'done editing', 'free paths'],
  mutation: true,
  executionTime: 'fast',
  errors: ['PROJECT_NOT_FOUND', 'AGENT_NOT_FOUND', 'FILE_RESERVATION_NOT_FOUND'],
  relatedTools: ['file_reservation_paths', 'force_release_file_reservation'],
  input: z.object({
    project_key: projectKey,
    agent_name: actingAgent,
    paths: z.array(pathPattern).max(50).optional().describe('Only reservations of exactly these patterns.'),
    file_reservation_ids: z.array(rowId).max(50).optional().describe('Only reservations with these ids.'),
  }),
  output: z.object({ released: z.array(reservationShape), remaining: z.int() }),
  examples: [
    {
      title: 'Everything, at the end of a session',
      input: { project_key: '/data/projects/backend', agent_name: 'BlueLake' },
    },
    {
      title: 'One pattern',
      input: { project_key: '/data/projects/backend', agent_name: 'BlueLake', paths: ['app/api/*.py'] },
    },
  ],
  run(mail, { project_key, agent_name, paths, file_reservation_ids: ids }) {
    const { project, agent } = participant(mail, project_key, agent_name);
    const released = release(mail, project, ownReservations(mail, project, agent, { paths, ids }));
    noteActivity(mail, agent);
    const remaining = ownReservations(mail, project, agent, {}).length;
    return answer({ released, remaining }, `Released ${released.length} reservations; ${remaining} remain.`);
  },
});

export const forceReleaseFileReservation = mailCommand({
  name: 'force_release_file_reservation',
  summary: 'Release the file reservation of an agent that has gone silent.',
  description: `
    Release a reservation that another agent holds, when that agent seems to be gone and its lease still has time to
    run. It is a last resort for a crashed or abandoned session: the holder must have shown no activity for 30 minutes,
    as last_active_ts of whois tells; otherwise HOLDER_ACTIVE is answered with the time from which it may be done.

    Before you use it, write to the holder with send_message and importance "urgent", give it a while, and look at the
    working tree for changes that it left behind. Where the remaining time of the lease is short, waiting is cheaper.
    With notify_previous (the default) the former holder finds a message in its inbox that tells who released what and
    why, whatever its contact policy, so that it does not go on editing when it comes back.

    The reservation is not passed on to you: reserve the files with file_reservation_paths afterwards. Your own
    reservations are released at once, without the wait. Returns the released reservation and the id of the notice, or
    null. Pitfalls:
    - It takes one file_reservation_id, which conflicts of file_reservation_paths name; patterns are not accepted.
    - An id that does not exist, was released or has expired answers FILE_RESERVATION_NOT_FOUND with the active ones.
    - Uncommitted work of the former holder may still be in the files. Do not overwrite it unseen.`,
  category: 'file_reservations',
  tags: ['lock', 'admin'],
  aliases: ['break lock', 'steal lease', 'stale reservation', 'override lock', 'unlock abandoned'],
  mutation: true,
  destructive: true,
  confirmPrompt: 'This will take reservation {file_reservation_id} away from the agent that holds it. Continue?',
  executionTime: 'fast',
  errors: ['PROJECT_NOT_FOUND', 'AGENT_NOT_FOUND', 'FILE_RESERVATION_NOT_FOUND', 'HOLDER_ACTIVE'],
  relatedTools: ['file_reservation_paths', 'whois', 'send_message'],
  input: z.object({
    project_key: projectKey,
    agent_name: actingAgent,
    file_reservation_id: rowId.describe('Number of the active reservation to release.'),
    note: z.string().trim().max(500).default('').describe('Why, for the notice to the holder. At most 500 characters.'),
    notify_previous: z.boolean().default(true).describe('Leave a message in the inbox of the holder. Default true.'),
  }),
  output: z.object({ released: reservationShape, notice_message_id: z.int().nullable() }),
  examples: [
    {
      title: 'The holder has been silent for hours',
      input: {
        project_key: '/data/projects/backend',
        agent_name: 'BlueLake',
        file_reservation_id: 2,
        note: 'No sign of you since noon, and the release waits for the migration',
      },
    },
  ],
  run(mail, { project_key, agent_name, file_reservation_id: id, note, notify_previous }) {
    const { project, agent } = participant(mail, project_key, agent_name);
    const active = activeReservations(mail, project);
    const held = active.find((one) => one.id === id);
    if (!held) {
      const ids = active.map((one) => `${one.id} ('${one.path_pattern}' by ${one.agent})`).join(', ') || 'none';
      const message = `There is no active reservation ${id} in project '${project.human_key}'.`;
      throw new Refusal('FILE_RESERVATION_NOT_FOUND', message, `Active reservations: ${ids}.`, { id });
    }
    const holder = findAgent(mail, project, held.agent);
    const gone = secondsAfter(holder.last_active_ts, SILENCE_SECONDS);
    if (holder.id !== agent.id && gone > mail.now()) {
      throw new Refusal(
        'HOLDER_ACTIVE',
        `'${holder.name}' was active at ${holder.last_active_ts} and still holds '${held.path_pattern}'.`,
        `Ask it with send_message. Without a sign of life it can be forced from ${gone} on.`,
        { holder: holder.name, from: gone },
        true,
      );
    }
    const [released] = release(mail, project, [held]);
    if (!released) throw new Error(`Reservation ${id} was not released.`);
    noteActivity(mail, agent);
    const tell = notify_previous && holder.id !== agent.id;
    const notice = tell
      ? deliver(mail, project, {
          sender: agent,
          addressees: [{ agent: holder, kind: 'to' }],
          subject: `Your reservation of ${held.path_pattern} was released`.slice(0, 200),
          body_md: `${agent.name} released your reservation ${id} of \`${held.path_pattern}\`.${note ? `\n\n${note}` : ''}`,
          importance: 'high',
        })
      : undefined;
    const data = { released, notice_message_id: notice?.id ?? null };
    return answer(data, `Released reservation ${id}, which '${holder.name}' held.`);
  },
});
