import { z } from 'zod';
import {
  actingAgent,
  agentName,
  body,
  contactSeconds,
  pathPatterns,
  projectKey,
  reservationSeconds,
  subject,
} from '../fields.ts';
import { answer, mailCommand } from '../mail-command.ts';
import { findAgent, participant } from '../rules/agents.ts';
import { contactBetween, respondContact, showContact } from '../rules/contacts.ts';
import { introduce } from '../rules/introductions.ts';
import { deliver, showMessage } from '../rules/messages.ts';
import { ownReservations, release, reserve } from '../rules/reservations.ts';
import { contactShape, messageShape, reservationOutcomeShape, reservationShape } from '../shapes.ts';

const DAY = 24 * 3600;

export const macroFileReservationCycle = mailCommand({
  name: 'macro_file_reservation_cycle',
  summary: 'Reserve files and, if wanted, release them again in one call.',
  description: `
    Run one cycle of file reservations in a single call: reserve paths as file_reservation_paths does and, with
    auto_release, release what was granted right away.

    Without auto_release (the default) it differs from file_reservation_paths in one way: it does not fail when every
    path is taken, but answers with an empty granted list and the conflicts. That makes it fit for plans in which a
    conflict is a normal outcome, such as trying one set of files after another. With auto_release it is a question
    rather than a claim: it tells whether you could have the paths now and who holds them otherwise, leaves nothing
    reserved, and records that you passed by. Reservations of the same patterns that you held before are not released.

    Returns file_reservations (granted and conflicts) and released, which is null without auto_release. Pitfalls:
    - With auto_release you hold nothing new afterwards. Do not edit on the strength of it.
    - An answer without conflicts is true for this moment only; between asking and reserving another agent may come.
    - Success does not mean that you got the files: look at granted and conflicts each time.
    - Patterns, limits and the meaning of exclusive are those of file_reservation_paths.`,
  category: 'workflow_macros',
  tags: ['macro', 'lock'],
  aliases: ['try lock', 'check conflicts', 'reserve and release', 'probe paths'],
  mutation: true,
  executionTime: 'fast',
  errors: ['PROJECT_NOT_FOUND', 'AGENT_NOT_FOUND'],
  relatedTools: ['file_reservation_paths', 'release_file_reservations'],
  input: z.object({
    project_key: projectKey,
    agent_name: actingAgent,
    paths: pathPatterns.describe('1 to 50 paths or globs relative to the project root.'),
    ttl_seconds: reservationSeconds.describe('How long: 60 seconds to seven days. Default 3600 (one hour).'),
    exclusive: z.boolean().default(true).describe('False to share with other shared reservations. Default true.'),
    reason: z.string().trim().max(500).default('').describe('What you are doing there.'),
    auto_release: z.boolean().default(false).describe('Release what was granted at once. Default false.'),
  }),
  output: z.object({ file_reservations: reservationOutcomeShape, released: z.array(reservationShape).nullable() }),
  examples: [
    {
      title: 'Could I have these files?',
      input: {
        project_key: '/data/projects/backend',
        agent_name: 'GreenCastle',
        paths: ['app/api/users.py', 'app/models/*.py'],
        auto_release: true,
      },
    },
  ],
  run(mail, { project_key, agent_name, paths, ttl_seconds, exclusive, reason, auto_release }) {
    const { project, agent } = participant(mail, project_key, agent_name);
    const before = new Set(ownReservations(mail, project, agent, {}).map(({ id }) => id));
    const outcome = reserve(mail, project, agent, { paths, seconds: ttl_seconds, exclusive, reason });
    const added = new Set(outcome.granted.map(({ id }) => id).filter((id) => !before.has(id)));
    const passing = () => ownReservations(mail, project, agent, {}).filter(({ id }) => added.has(id));
    const released = auto_release ? release(mail, project, passing()) : null;
    const { granted, conflicts } = outcome;
    const warnings = conflicts.map(({ path, holders }) => {
      return `'${path}' is held by ${holders.map((one) => one.agent).join(', ')}.`;
    });
    const end = released ? `; released ${released.length} again` : '';
    const data = { file_reservations: outcome, released };
    return answer(data, `Granted ${granted.length}, ${conflicts.length} in conflict${end}.`, warnings);
  },
});

export const macroContactHandshake = mailCommand({
  name: 'macro_contact_handshake',
  summary: 'Ask for a contact and, where allowed, accept and greet at once.',
  description: `
    Make two agents contacts in one call: ask for the contact (request_contact), accept it for the target where that is
    allowed (respond_contact), and send a first message (send_message). Use it when you coordinate several agents and
    want two of them to talk, or to reach an agent without three separate calls.

    With auto_accept the contact is approved on behalf of the target, but only where the target has the policy "open",
    so that it would take the requester's messages anyway; the approval then holds even if the target closes its door
    later. A target with "contacts_only" has to answer itself: the request stays pending and a warning says so. Where
    the target had asked the requester before, the two are contacts at once.

    A welcome message is sent when both welcome_subject and welcome_body are given and the policy of the target lets it
    through at that point; otherwise welcome_message is null and nothing is queued. Returns contact (with its status),
    approved and welcome_message. Pitfalls:
    - Success does not mean approval. Look at approved before the requester writes more.
    - A target with the policy "block", or one that has rejected the requester, answers CONTACT_BLOCKED; no request is
      recorded.
    - The request puts a note into the target's inbox, in addition to the welcome message. Keep the latter short.
    - Agents are named requester and target here; both have to be registered in the same project.`,
  category: 'workflow_macros',
  tags: ['macro', 'permission'],
  aliases: ['introduce agents', 'connect agents', 'contact and greet', 'handshake'],
  mutation: true,
  executionTime: 'fast',
  errors: ['PROJECT_NOT_FOUND', 'AGENT_NOT_FOUND', 'CONTACT_BLOCKED', 'CONTACT_WITH_SELF'],
  relatedTools: ['request_contact', 'respond_contact', 'send_message'],
  input: z.object({
    project_key: projectKey,
    requester: agentName.describe('The agent that asks, normally you.'),
    target: agentName.describe('The agent that is asked.'),
    reason: z.string().trim().max(500).default('').describe('Why, in a sentence of at most 500 characters.'),
    ttl_seconds: contactSeconds
      .default(7 * DAY)
      .describe('How long request and approval last: 60 seconds to 365 days. Default 604800 (seven days).'),
    auto_accept: z.boolean().default(false).describe('Approve for a target with the policy "open". Default false.'),
    welcome_subject: subject.optional().describe('Subject of a first message, at most 200 characters.'),
    welcome_body: body.optional().describe('Markdown text of the first message; sent only with welcome_subject.'),
  }),
  output: z.object({ contact: contactShape, approved: z.boolean(), welcome_message: messageShape.nullable() }),
  examples: [
    {
      title: 'Introduce two agents to each other',
      input: {
        project_key: '/data/projects/backend',
        requester: 'BackendDev',
        target: 'BlueLake',
        reason: 'Both work on the user API',
        auto_accept: true,
        welcome_subject: 'Hello from the other side of the API',
        welcome_body: 'I own `app/models`. Tell me before you change a column.',
      },
    },
  ],
  run(mail, input) {
    const { project_key, reason, ttl_seconds, auto_accept, welcome_subject, welcome_body } = input;
    const { project, agent: requester } = participant(mail, project_key, input.requester);
    const target = findAgent(mail, project, input.target);
    introduce(mail, project, requester, target, reason, ttl_seconds);
    const asked = contactBetween(mail, requester, target);
    const mayAccept = auto_accept && target.contact_policy === 'open';
    if (mayAccept && asked?.status === 'pending') respondContact(mail, target, requester, true, ttl_seconds);
    const contact = contactBetween(mail, requester, target);
    if (!contact) throw new Error('The contact was not recorded.');
    const approved = contact.status === 'approved';
    const names = contact.from_id === requester.id ? [requester.name, target.name] : [target.name, requester.name];

    const greets = welcome_subject !== undefined && welcome_body !== undefined;
    const welcome =
      greets && (approved || target.contact_policy === 'open')
        ? deliver(mail, project, {
            sender: requester,
            addressees: [{ agent: target, kind: 'to' }],
            subject: welcome_subject,
            body_md: welcome_body,
          })
        : null;
    const data = {
      contact: showContact(mail, contact, names[0] ?? '', names[1] ?? ''),
      approved,
      welcome_message: welcome && showMessage(mail, welcome),
    };
    const waits = `'${target.name}' has to accept with respond_contact${greets && !welcome ? '; the welcome was not sent' : ''}.`;
    return answer(data, `The contact is ${contact.status}.`, approved ? [] : [waits]);
  },
});
