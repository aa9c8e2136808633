import { z } from 'zod';
import { actingAgent, pathPattern, pathPatterns, projectKey, reservationSeconds, rowId } from '../fields.ts';
import { answer, mailCommand } from '../mail-command.ts';
import { Refusal } from '../refusal.ts';
import { noteActivity, participant } from '../rules/agents.ts';
import { ownReservations, renew, reserve } from '../rules/reservations.ts';
import { reservationOutcomeShape } from '../shapes.ts';

const LONGEST = 7 * 24 * 3600;

export const fileReservationPaths = mailCommand({
  name: 'file_reservation_paths',
  summary: 'Reserve files or globs before editing them, and see conflicts.',
  description: `
    Reserve files for a while before you edit them, so that other agents keep off, and learn who holds what you want. A
    reservation is a lease: it names a path or a glob pattern, an agent, and a time at which it ends by itself. It is
    advisory, a word among colleagues, until install_precommit_guard makes git refuse commits that break it.

    Patterns are relative to the project root with forward slashes: * stands for anything within one folder, ? for one
    character, ** for any number of folders, and a trailing slash for everything below. "src/api/" and "src/api/**" are
    the same. Two reservations are in conflict when some path could match both, whether or not such a file exists, they
    belong to different agents, and at least one of them is exclusive. Exclusive (the default) is for editing; shared,
    with exclusive false, is for reading code that must hold still, and any number of agents may share.

    Each path is decided by itself. What is free is granted; what is not is listed under conflicts with its holders, and
    the rest of the call stands. When nothing at all can be granted, the call fails with FILE_RESERVATION_CONFLICT and
    the holders in its details. Reserving a pattern that you already hold prolongs it instead of adding a second.

    Returns granted (with ids for renewing and releasing) and conflicts. Pitfalls:
    - Look at conflicts even when the call succeeds, and do not edit those files. Ask the holder with send_message.
    - Reserve little: "src/**" stops everybody. Name the files that you will change.
    - A folder without a slash, such as "src", reserves only a file of that name.
    - Braces are not expanded, and brackets are plain characters, so "app/[id]/page.tsx" is one file.
    - The lease runs out after ttl_seconds (default one hour) even while you work: call renew_file_reservations, and
      release_file_reservations when you are done.`,
  category: 'file_reservations',
  tags: ['lock', 'write'],
  aliases: ['lock files', 'lease', 'claim paths', 'checkout', 'avoid conflicts', 'who is editing'],
  mutation: true,
  executionTime: 'fast',
  errors: ['PROJECT_NOT_FOUND', 'AGENT_NOT_FOUND', 'FILE_RESERVATION_CONFLICT'],
  relatedTools: ['release_file_reservations', 'renew_file_reservations', 'install_precommit_guard'],
  input: z.object({
    project_key: projectKey,
    agent_name: actingAgent,
    paths: pathPatterns.describe('1 to 50 paths or globs relative to the project root, such as "app/api/*.py".'),
    ttl_seconds: reservationSeconds.describe('How long: 60 seconds to seven days (604800). Default 3600 (one hour).'),
    exclusive: z.boolean().default(true).describe('False to share with other shared reservations. Default true.'),
    reason: z.string().trim().max(500).default('').describe('What you are doing there; others see it in conflicts.'),
  }),
  output: reservationOutcomeShape,
  examples: [
    {
      title: 'Two files to edit for half an hour',
      input: {
        project_key: '/data/projects/backend',
        agent_name: 'GreenCastle',
        paths: ['app/models/user.py', 'tests/test_user.py'],
        ttl_seconds: 1800,
        reason: 'TKT-130',
      },
    },
    {
      title: 'Documents that should hold still',
      input: {
        project_key: '/data/projects/backend',
        agent_name: 'BackendDev',
        paths: ['docs/**'],
        exclusive: false,
      },
    },
  ],
  run(mail, { project_key, agent_name, paths, ttl_seconds, exclusive, reason }) {
    const { project, agent } = participant(mail, project_key, agent_name);
    const outcome = reserve(mail, project, agent, { paths, seconds: ttl_seconds, exclusive, reason });
    const { granted, conflicts } = outcome;
    const held = conflicts.map(({ path, holders }) => `'${path}' (${holders.map((one) => one.agent).join(', ')})`);
    if (granted.length === 0) {
      const soonest = conflicts.flatMap(({ holders }) => holders.map((one) => one.expires_ts)).sort()[0];
      throw new Refusal(
        'FILE_RESERVATION_CONFLICT',
        `Others hold all of it: ${held.join(', ')}.`,
        `Ask the holder with send_message, choose other files, or wait: the first reservation ends at ${soonest}.`,
        { conflicts },
        true,
      );
    }
    const warnings = conflicts.length > 0 ? [`Do not edit what others hold: ${held.join(', ')}.`] : [];
    return answer(outcome, `Granted ${granted.length}, ${conflicts.length} in conflict.`, warnings);
  },
});

export const renewFileReservations = mailCommand({
  name: 'renew_file_reservations',
  summary: 'Prolong your active file reservations without giving them up.',
  description: `
    Prolong file reservations that you hold, without releasing them in between, so that nobody can slip in. Each one is
    extended by extend_seconds, counted from its present end and not from now; no reservation reaches further than seven
    days ahead, and longer extensions are cut to that.

    Without paths and file_reservation_ids, all of your active reservations are renewed; with them, those that match
    either. Paths have to be given exactly as they were reserved: the pattern is the key, and "src/a.ts" does not select
    a reservation of "src/**". Call it when about a quarter of the time is left, or when a task takes longer than
    planned; expires_ts in the answer of file_reservation_paths tells when.

    Returns renewed, with id, path_pattern, old_expires_ts and new_expires_ts of each. Pitfalls:
    - A reservation that has already expired cannot be renewed and answers FILE_RESERVATION_NOT_FOUND. Somebody else may
      hold the files by now, so reserve anew with file_reservation_paths and look at the conflicts.
    - If one of those that you name is not there, none is renewed; the suggestion lists what you do hold.
    - Reservations of other agents cannot be renewed for them.
    - Do not renew by habit. A lease that is always prolonged is a lock; release what you have finished.`,
  category: 'file_reservations',
  tags: ['lock', 'write'],
  aliases: ['extend lease', 'keep lock', 'prolong reservation', 'more time'],
  mutation: true,
  executionTime: 'fast',
  errors: ['PROJECT_NOT_FOUND', 'AGENT_NOT_FOUND', 'FILE_RESERVATION_NOT_FOUND'],
  relatedTools: ['file_reservation_paths', 'release_file_reservations'],
  input: z.object({
    project_key: projectKey,
    agent_name: actingAgent,
    extend_seconds: reservationSeconds
      .default(1800)
      .describe('By how much: 60 seconds to seven days. Default 1800 (half an hour).'),
    paths: z.array(pathPattern).max(50).optional().describe('Only reservations of exactly these patterns.'),
    file_reservation_ids: z.array(rowId).max(50).optional().describe('Only reservations with these ids.'),
  }),
  output: z.object({
    renewed: z.array(
      z.object({ id: z.int(), path_pattern: z.string(), old_expires_ts: z.string(), new_expires_ts: z.string() }),
    ),
  }),
  examples: [
    {
      title: 'An hour more for everything',
      input: { project_key: '/data/projects/backend', agent_name: 'BlueLake', extend_seconds: 3600 },
    },
    {
      title: 'Only one',
      input: { project_key: '/data/projects/backend', agent_name: 'BlueLake', paths: ['app/api/*.py'] },
    },
  ],
  run(mail, { project_key, agent_name, extend_seconds, paths, file_reservation_ids: ids }) {
    const { project, agent } = participant(mail, project_key, agent_name);
    const held = ownReservations(mail, project, agent, { paths, ids });
    noteActivity(mail, agent);
    const renewed = renew(mail, project, held, extend_seconds, LONGEST);
    return answer({ renewed }, `Renewed ${renewed.length} reservations.`);
  },
});
