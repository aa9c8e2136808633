import { z } from 'zod';
import { absolutePath } from '../fields.ts';
import { answer, mailCommand } from '../mail-command.ts';
import { ensureProject as ensure } from '../rules/projects.ts';
import { projectShape } from '../shapes.ts';

export const healthCheck = mailCommand({
  name: 'health_check',
  summary: 'Check that the mail server is up, and how much it holds.',
  description: `
    Report whether this mail server is ready to work: its database answers, its clock, and how many projects, agents,
    messages and live file reservations it holds. It takes no parameters, changes nothing and is safe to call as often
    as needed.

    Use it once at the start of a session, before ensure_project or macro_start_session, to tell a server that is down
    or empty from one that merely has no mail for you. Use it again after an unexpected error, before repeating a call
    that sends something. Do not poll it to wait for mail: call fetch_inbox with since_ts instead.

    Returns status ("ok", or "degraded" when the database is damaged), server_time (ISO 8601, UTC), integrity ("ok", or what the database's own quick check
    found) and counts. Pitfalls:
    - The counts cover every project on this server, not only yours; a high message count says nothing about your inbox.
    - Expiry of reservations and contacts is judged by server_time. When your own clock differs, trust this one.`,
  category: 'infrastructure',
  tags: ['core', 'status'],
  aliases: ['ping', 'server status', 'is it up', 'readiness', 'liveness'],
  executionTime: 'fast',
  relatedTools: ['ensure_project', 'macro_start_session'],
  input: z.object({}),
  output: z.object({
    status: z.enum(['ok', 'degraded']),
    server_time: z.string(),
    integrity: z.string(),
    counts: z.object({ projects: z.int(), agents: z.int(), messages: z.int(), active_reservations: z.int() }),
  }),
  examples: [{ title: 'Is the server ready?', input: {} }],
  run({ db, now }) {
    const server_time = now();
    const check = db.first<{ quick_check: string }>('PRAGMA quick_check(1)');
    const live = 'SELECT count(*) AS n FROM reservations WHERE released_ts IS NULL AND expires_ts > ?';
    const counts = {
      projects: db.count('SELECT count(*) AS n FROM projects'),
      agents: db.count('SELECT count(*) AS n FROM agents'),
      messages: db.count('SELECT count(*) AS n FROM messages'),
      active_reservations: db.count(live, server_time),
    };
    const integrity = check?.quick_check ?? 'unknown';
    const status = integrity === 'ok' ? ('ok' as const) : ('degraded' as const);
    return answer({ status, server_time, integrity, counts }, `The server is ${status}.`);
  },
});

export const ensureProject = mailCommand({
  name: 'ensure_project',
  summary: 'Create a project for a working directory, or find the one it has.',
  description: `
    Make sure that a project exists for a working directory, and return it. A project is the room in which agents meet:
    agent names, messages, threads, contacts and file reservations all belong to exactly one project and are invisible
    from others. The call is idempotent: the same human_key always gives the same project, so every agent may call it
    on every start without harm.

    human_key is the absolute path of the directory that the cooperating agents share, normally the root of the
    repository. All of them have to give the same path; that is the whole secret of meeting. Trailing slashes are
    ignored, nothing else is: symbolic links are not resolved and letter case counts. The directory is not read and
    does not have to exist on the machine of the server.

    Returns the project with slug, human_key, created_ts, and created (true only for the call that made it). Later
    calls take either human_key or slug as project_key. Pitfalls:
    - A relative path or a bare name such as "backend" is rejected, since two agents in different folders would both
      think they had joined the same project.
    - Two paths to the same checkout, such as /home/dev/app and /mnt/app, are two projects. Agree on one.
    - A project alone receives no mail: call register_agent next, or do both at once with macro_start_session.`,
  category: 'infrastructure',
  tags: ['core', 'setup'],
  aliases: ['create project', 'open project', 'workspace', 'repository', 'init'],
  mutation: true,
  executionTime: 'instant',
  annotations: { idempotentHint: true },
  relatedTools: ['register_agent', 'macro_start_session'],
  input: z.object({
    human_key: absolutePath.describe(
      'Absolute path of the shared working directory, such as "/data/projects/backend".',
    ),
  }),
  output: projectShape.extend({ created: z.boolean() }),
  examples: [
    { title: 'Join the project of a repository', input: { human_key: '/data/projects/backend' } },
    { title: 'Open a new one', input: { human_key: '/home/dev/shop-frontend' } },
  ],
  run(mail, { human_key }) {
    const { project, created } = ensure(mail, human_key);
    const { id: _, ...shown } = project;
    return answer({ ...shown, created }, `${created ? 'Created' : 'Found'} project '${project.slug}'.`);
  },
});
