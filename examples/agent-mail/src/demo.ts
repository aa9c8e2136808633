import type { Mail } from './mail.ts';
import type { MailDatabase } from './mail-database.ts';
import type { Agent } from './records.ts';
import { createAgent } from './rules/agents.ts';
import { requestContact, respondContact } from './rules/contacts.ts';
import { addresseesOf, deliver } from './rules/messages.ts';
import { ensureProject } from './rules/projects.ts';
import { reserve } from './rules/reservations.ts';

const PROGRAM = { program: 'claude-code', model: 'opus-4.1' };
const WEEK = 7 * 24 * 3600;

/** A project in the middle of its work: four agents, two tickets, mail, contacts and files that are held. */
export function seedDemo(db: MailDatabase, clock: () => Date = () => new Date()): void {
  const start = clock().getTime();
  const minutesAgo = (minutes: number): Mail => ({ db, now: () => new Date(start - minutes * 60_000).toISOString() });
  db.transaction(() => {
    const { project } = ensureProject(minutesAgo(300), '/data/projects/backend');
    const join = (minutes: number, name: string, task_description: string) =>
      createAgent(minutesAgo(minutes), project, { ...PROGRAM, name, task_description });
    const blueLake = join(290, 'BlueLake', 'TKT-123: refactor of the user API');
    const greenCastle = join(280, 'GreenCastle', 'TKT-130: validation of user names');
    const backendDev = join(270, 'BackendDev', 'Models, migrations and releases');
    const redStone = join(260, 'RedStone', 'TKT-131: session store');
    db.run("UPDATE agents SET contact_policy = 'contacts_only' WHERE id = ?", redStone.id);

    // An older project would not begin at 1: the last message of the demo is number 42.
    db.run("INSERT INTO sqlite_sequence (name, seq) VALUES ('messages', ?)", 37);
    const write = (
      minutes: number,
      sender: Agent,
      to: string[],
      thread_id: string,
      subject: string,
      body: string[],
    ) => {
      const addressees = addresseesOf(minutesAgo(minutes), project, { to });
      const content = { subject, body_md: body.join('\n'), thread_id, ack_required: subject.startsWith('Plan') };
      deliver(minutesAgo(minutes), project, { sender, addressees, ...content });
    };
    write(200, redStone, ['BackendDev'], 'TKT-131', 'Session store', [
      'We decided to move the session store to Redis, because SQLite locks under load.',
      '- [ ] Write the migration in `migrations/`',
    ]);
    write(150, greenCastle, ['BlueLake'], 'TKT-130', 'User names', [
      'The validation of user names is blocked: the handler of /api/users does not return errors.',
      '@BlueLake, can you add an error body to the handler?',
    ]);
    write(140, blueLake, ['GreenCastle'], 'TKT-130', 'Re: User names', ['Yes, it comes with the users refactor.']);
    write(90, blueLake, ['GreenCastle', 'BackendDev'], 'TKT-123', 'Users refactor', [
      'I start with the users refactor of the API today.',
      '- [ ] Move the handlers to `app/api/users.py`',
      '- [ ] Add an error body',
    ]);
    write(20, blueLake, ['BackendDev'], 'TKT-123', 'Plan for the users refactor', [
      '- [x] Move the handlers to `app/api/users.py`',
      '',
      'Please keep off `app/api` until the users refactor is merged.',
    ]);

    requestContact(minutesAgo(60), { from: greenCastle, to: backendDev, reason: 'TKT-130', seconds: WEEK });
    requestContact(minutesAgo(50), { from: greenCastle, to: blueLake, reason: 'TKT-123', seconds: WEEK });
    respondContact(minutesAgo(45), blueLake, greenCastle, true, WEEK);
    const hold = (minutes: number, agent: Agent, path: string, reason: string) => {
      const wish = { paths: [path], seconds: 4 * 3600, exclusive: true, reason };
      reserve(minutesAgo(minutes), project, agent, wish);
    };
    hold(15, blueLake, 'app/api/*.py', 'TKT-123');
    hold(120, redStone, 'migrations/**', 'TKT-131');
  });
}
