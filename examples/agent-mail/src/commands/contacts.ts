import { z } from 'zod';
import { between, deliver } from '../delivery.ts';
import { agent_name, agentName, contactSeconds, project_key, reason } from '../fields.ts';
import {
  type Agent,
  actor,
  agentOf,
  type Contact,
  later,
  type Mail,
  POLICIES,
  type Project,
  projectOf,
} from '../mail.ts';
import { CHANGES, category, Refusal } from '../mail-command.ts';

export function requestContact(
  mail: Mail,
  project: Project,
  from: Agent,
  to: Agent,
  why: string,
  seconds: number,
): Contact {
  const known = between(project, from.name, to.name);
  if (to.contact_policy === 'block' || (known?.status === 'rejected' && known.from === from.name)) {
    throw new Refusal('CONTACT_REJECTED', `'${to.name}' does not want to be asked.`, 'Write to another agent.');
  }
  if (known) return known;
  const contact: Contact = {
    from: from.name,
    to: to.name,
    status: 'pending',
    reason: why,
    expires_ts: later(mail, seconds),
  };
  project.contacts.push(contact);
  const body_md = `${from.name} asks to become your contact. ${why}\nAnswer with respond_contact.`;
  const request = { to: [to.name], subject: `Contact request from ${from.name}`, body_md, ack_required: true };
  // Ignores the contact policy: otherwise an agent with `contacts_only` could never get a contact.
  deliver(mail, project, from, request, true);
  return contact;
}

export function respond(
  mail: Mail,
  project: Project,
  from: Agent,
  to: Agent,
  accept: boolean,
  seconds: number,
): Contact {
  const contact = between(project, from.name, to.name);
  if (!contact) throw new Refusal('REQUEST_NOT_FOUND', `'${from.name}' has not asked.`, 'Call list_contacts.');
  contact.status = accept ? 'approved' : 'rejected';
  contact.expires_ts = later(mail, seconds);
  return contact;
}

export const contactCommands = (mail: Mail) => {
  const read = category('contact');
  const write = category('contact', CHANGES);
  return [
    write(
      'request_contact',
      'Ask another agent to become your contact, so that you may write. The request arrives as a message, whatever the ' +
        'contact policy of the other agent.',
      {
        project_key,
        from_agent: agent_name,
        to_agent: agentName.describe('The agent to ask.'),
        reason,
        ttl_seconds: contactSeconds,
      },
      ({ project_key, from_agent, to_agent, reason, ttl_seconds }) => {
        const { project, agent } = actor(mail, project_key, from_agent);
        return requestContact(mail, project, agent, agentOf(project, to_agent), reason, ttl_seconds);
      },
    ),
    write(
      'respond_contact',
      'Accept or reject a contact request, or end a contact. Once accepted, both agents may write to each other.',
      {
        project_key,
        to_agent: agent_name,
        from_agent: agentName.describe('The agent that asked.'),
        accept: z.boolean().describe('Whether the other agent may write to you.'),
        ttl_seconds: contactSeconds,
      },
      ({ project_key, to_agent, from_agent, accept, ttl_seconds }) => {
        const { project, agent } = actor(mail, project_key, to_agent);
        return respond(mail, project, agentOf(project, from_agent), agent, accept, ttl_seconds);
      },
    ),
    read(
      'list_contacts',
      'List the contacts and contact requests of an agent.',
      {
        project_key,
        agent_name,
        status: z.enum(['pending', 'approved', 'rejected']).optional().describe('Only contacts in this state.'),
      },
      ({ project_key, agent_name, status }) => {
        const project = projectOf(mail, project_key);
        const { name } = agentOf(project, agent_name);
        const contacts = project.contacts.filter(({ from, to }) => from === name || to === name);
        return { contacts: contacts.filter((one) => status === undefined || one.status === status) };
      },
    ),
    write(
      'set_contact_policy',
      'Decide who may write to an agent: open, contacts_only or block.',
      {
        project_key,
        agent_name,
        policy: z.enum(POLICIES).describe('open: everybody; contacts_only: approved contacts; block: nobody.'),
      },
      ({ project_key, agent_name, policy }) =>
        Object.assign(actor(mail, project_key, agent_name).agent, { contact_policy: policy }),
    ),
  ];
};
