import { z } from 'zod';
import { deliver, inboxView } from '../delivery.ts';
import {
  agent_name,
  agentName,
  contactSeconds,
  humanKey,
  limit,
  newName,
  paths,
  profile,
  project_key,
  reason,
  reservationSeconds,
  text,
  thread_id,
} from '../fields.ts';
import { actor, agentOf, type Mail, projectOf } from '../mail.ts';
import { CHANGES, category } from '../mail-command.ts';
import { requestContact, respond } from './contacts.ts';
import { ensureProject, register } from './identity.ts';
import { release, reserve } from './reservations.ts';
import { summaryOf } from './threads.ts';

export const macroCommands = (mail: Mail) => {
  const write = category('workflow_macros', CHANGES);
  return [
    write(
      'macro_start_session',
      'Start a session: project, identity, reservations and inbox at once. The recommended first call of a session.',
      {
        human_key: humanKey,
        ...profile,
        agent_name: newName,
        file_reservation_paths: paths.optional(),
        file_reservation_reason: reason,
        file_reservation_ttl_seconds: reservationSeconds,
        inbox_limit: limit,
      },
      ({ human_key, agent_name, inbox_limit, ...given }) => {
        const project = ensureProject(mail, human_key);
        const agent = register(mail, project, agent_name, given);
        const { file_reservation_paths = [], file_reservation_reason, file_reservation_ttl_seconds } = given;
        const wish = { paths: file_reservation_paths, exclusive: true, reason: file_reservation_reason };
        const reservations = reserve(mail, project, agent, { ...wish, ttl_seconds: file_reservation_ttl_seconds });
        return { project: project.slug, agent, reservations, inbox: inboxView(project, agent.name, inbox_limit) };
      },
    ),
    write(
      'macro_prepare_thread',
      'Join a thread: identity, summary of the thread and inbox at once.',
      {
        project_key,
        thread_id,
        ...profile,
        agent_name: newName,
        include_examples: z.boolean().default(true).describe('Add the last messages of the thread, with their text.'),
        inbox_limit: limit,
        include_inbox_bodies: z.boolean().default(false).describe('Add body_md to each message of the inbox.'),
      },
      ({ project_key, thread_id, agent_name, include_examples, inbox_limit, include_inbox_bodies, ...given }) => {
        const project = projectOf(mail, project_key);
        const thread = summaryOf(project, thread_id, include_examples);
        const agent = register(mail, project, agent_name, given);
        return { agent, thread, inbox: inboxView(project, agent.name, inbox_limit, include_inbox_bodies) };
      },
    ),
    write(
      'macro_file_reservation_cycle',
      'Reserve files and, if wanted, release them again in one call. A conflict is an answer here, not an error.',
      {
        project_key,
        agent_name,
        paths,
        ttl_seconds: reservationSeconds,
        exclusive: z.boolean().default(true).describe('Whether other agents have to keep off.'),
        reason,
        auto_release: z.boolean().default(false).describe('Release at once what was granted.'),
      },
      ({ project_key, agent_name, auto_release, ...wish }) => {
        const { project, agent } = actor(mail, project_key, agent_name);
        const outcome = reserve(mail, project, agent, wish);
        if (auto_release) release(mail, project, outcome.granted);
        return outcome;
      },
    ),
    write(
      'macro_contact_handshake',
      'Ask for a contact and, where allowed, accept and greet at once. auto_accept works where the other agent has ' +
        'the contact policy "open".',
      {
        project_key,
        requester: agent_name,
        target: agentName.describe('The agent to ask.'),
        reason,
        ttl_seconds: contactSeconds,
        auto_accept: z.boolean().default(false).describe('Accept for the other agent.'),
        welcome_subject: text(200).optional().describe('Subject of a first message.'),
        welcome_body: text(50_000).optional().describe('Text of a first message.'),
      },
      ({ project_key, requester, target, reason, ttl_seconds, auto_accept, welcome_subject, welcome_body }) => {
        const { project, agent } = actor(mail, project_key, requester);
        const other = agentOf(project, target);
        const contact = requestContact(mail, project, agent, other, reason, ttl_seconds);
        if (auto_accept && other.contact_policy === 'open') respond(mail, project, agent, other, true, ttl_seconds);
        const greets = contact.status === 'approved' && welcome_subject && welcome_body;
        if (greets)
          deliver(mail, project, agent, { to: [other.name], subject: welcome_subject, body_md: welcome_body });
        return contact;
      },
    ),
  ];
};
