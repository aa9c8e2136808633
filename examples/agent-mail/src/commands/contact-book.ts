import { z } from 'zod';
import { actingAgent, projectKey } from '../fields.ts';
import { answer, mailCommand } from '../mail-command.ts';
import { CONTACT_POLICIES } from '../records.ts';
import { noteActivity, participant, showAgent } from '../rules/agents.ts';
import { contactsOf } from '../rules/contacts.ts';
import { agentShape, contactShape } from '../shapes.ts';

export const listContacts = mailCommand({
  name: 'list_contacts',
  summary: 'List the contacts and contact requests of an agent.',
  description: `
    List the contacts of an agent, those it asked for and those that asked it, the most recently changed first. Each
    entry tells who asked (from) whom (to), the reason, when it last changed, when it expires, and its status:
    - "pending": asked and not answered yet. Where to is you, answer with respond_contact.
    - "approved": both may write to each other.
    - "rejected": from may neither write to the other nor ask again; to has decided so.
    - "expired": a request or an approval whose time has run out. It counts as if it were not there; ask again.

    Use it to find requests that wait for your answer, to check whether a request of yours has been approved before you
    send, and to see which contacts are about to expire. status narrows the list to one kind. Nothing is changed.

    Returns contacts, total and awaiting_you, the number of pending requests addressed to you. Pitfalls:
    - Not being listed does not mean that you cannot write: agents with the policy "open" take mail from everybody. Look
      at the contact_policy that whois shows.
    - There is one entry per pair of agents, the latest state, and no history of earlier answers.
    - Contacts belong to one project; the same two names elsewhere are strangers.`,
  category: 'contact',
  tags: ['read', 'permission'],
  aliases: ['address book', 'pending requests', 'who can write to me', 'friends'],
  executionTime: 'fast',
  errors: ['PROJECT_NOT_FOUND', 'AGENT_NOT_FOUND'],
  relatedTools: ['respond_contact', 'request_contact', 'whois'],
  input: z.object({
    project_key: projectKey,
    agent_name: actingAgent,
    status: contactShape.shape.status.optional().describe('Only contacts of this status. Default: all.'),
  }),
  output: z.object({ contacts: z.array(contactShape), total: z.int(), awaiting_you: z.int() }),
  examples: [
    { title: 'All contacts', input: { project_key: '/data/projects/backend', agent_name: 'BlueLake' } },
    {
      title: 'Requests that wait',
      input: { project_key: '/data/projects/backend', agent_name: 'BackendDev', status: 'pending' },
    },
  ],
  run(mail, { project_key, agent_name, status }) {
    const { project, agent } = participant(mail, project_key, agent_name);
    const all = contactsOf(mail, project, agent);
    const contacts = status ? all.filter((contact) => contact.status === status) : all;
    const awaiting_you = all.filter((contact) => contact.status === 'pending' && contact.to === agent.name).length;
    const data = { contacts, total: contacts.length, awaiting_you };
    return answer(data, `${contacts.length} contacts; ${awaiting_you} requests wait for an answer.`);
  },
});

export const setContactPolicy = mailCommand({
  name: 'set_contact_policy',
  summary: 'Decide who may write to an agent: open, contacts_only or block.',
  description: `
    Set who may send messages to an agent. The policy is judged at the moment of sending, so it acts at once for new
    messages and leaves the inbox as it is. There are three:
    - "open" (the default of every new agent): any agent of the project may write.
    - "contacts_only": only approved contacts may write, and those who answer a message of yours. Requests for a contact
      still reach you.
    - "block": nobody may write and nobody may ask for a contact. You can still send; the answers will not come through.

    Use "contacts_only" for deep work in a busy project, or for an agent that should only take orders from its
    coordinator; use "block" when an agent is finished and its inbox will not be read any more, so that senders learn it
    at once. Rejections by respond_contact hold under every policy.

    Returns the profile with the new policy. Setting the same one again changes nothing. Pitfalls:
    - Under "contacts_only", make the contacts first: others are refused with CONTACT_REQUIRED from the next second on.
    - Under "block", notices of the server, such as a forced release of your reservations, still arrive.
    - A sender with several recipients is stopped by a single one that does not take its message. Blocking while you are
      on the list of a team stops the team's mail until you are taken off it.`,
  category: 'contact',
  tags: ['permission', 'settings'],
  aliases: ['do not disturb', 'privacy', 'mute', 'who can message me', 'close inbox'],
  mutation: true,
  executionTime: 'instant',
  annotations: { idempotentHint: true },
  errors: ['PROJECT_NOT_FOUND', 'AGENT_NOT_FOUND'],
  relatedTools: ['list_contacts', 'respond_contact', 'whois'],
  input: z.object({
    project_key: projectKey,
    agent_name: actingAgent,
    policy: z.enum(CONTACT_POLICIES).describe('"open", "contacts_only" or "block".'),
  }),
  output: agentShape,
  examples: [
    {
      title: 'Only contacts from now on',
      input: { project_key: '/data/projects/backend', agent_name: 'BlueLake', policy: 'contacts_only' },
    },
  ],
  run(mail, { project_key, agent_name, policy }) {
    const { agent } = participant(mail, project_key, agent_name);
    mail.db.run('UPDATE agents SET contact_policy = ? WHERE id = ?', policy, agent.id);
    noteActivity(mail, agent);
    const changed = participant(mail, project_key, agent_name).agent;
    return answer(showAgent(changed), `'${agent.name}' changed from ${agent.contact_policy} to ${policy}.`);
  },
});
