import { z } from 'zod';
import { actingAgent, agentName, contactSeconds, projectKey } from '../fields.ts';
import { answer, mailCommand } from '../mail-command.ts';
import { findAgent, noteActivity, participant } from '../rules/agents.ts';
import { respondContact as respond, showContact } from '../rules/contacts.ts';
import { introduce } from '../rules/introductions.ts';
import { contactShape } from '../shapes.ts';

const DAY = 24 * 3600;

export const requestContact = mailCommand({
  name: 'request_contact',
  summary: 'Ask another agent to become your contact, so that you may write.',
  description: `
    Ask another agent of the project for permission to write to it. The request is recorded as pending, and a short
    message with your reason lands in the other's inbox, even where its policy is "contacts_only". The other answers
    with respond_contact; once it has approved, both of you may write to each other until the contact expires.

    You need it only for agents whose policy is "contacts_only" (see whois), which is what CONTACT_REQUIRED of
    send_message tells you. Agents with the policy "open" take your messages without it; a contact then only matters for
    later, when they close their door. Two agents that ask each other have agreed, and are contacts at once.

    Asking again while a request is pending renews its reason and its time without sending a second message; asking an
    approved contact changes nothing. A request that is not answered within ttl_seconds (default seven days) lapses.
    Returns the contact with from, to, status, reason and expires_ts. Pitfalls:
    - Say in reason what you want to talk about: it is all that the other has to decide on.
    - It is not an approval. Look with list_contacts, or wait for mail, before sending.
    - CONTACT_BLOCKED means that the other has the policy "block" or has rejected you before. Asking again does not
      help; only the other can change it.
    - To ask and write a first message in one go, use macro_contact_handshake.`,
  category: 'contact',
  tags: ['permission'],
  aliases: ['add contact', 'befriend', 'ask permission', 'connect with agent'],
  mutation: true,
  executionTime: 'instant',
  errors: ['PROJECT_NOT_FOUND', 'AGENT_NOT_FOUND', 'CONTACT_BLOCKED', 'CONTACT_WITH_SELF'],
  relatedTools: ['respond_contact', 'list_contacts', 'macro_contact_handshake'],
  input: z.object({
    project_key: projectKey,
    from_agent: actingAgent,
    to_agent: agentName.describe('The agent you want to write to.'),
    reason: z.string().trim().max(500).default('').describe('Why, in a sentence of at most 500 characters.'),
    ttl_seconds: contactSeconds
      .default(7 * DAY)
      .describe('How long the request stays open: 60 seconds to 365 days. Default 604800 (seven days).'),
  }),
  output: contactShape,
  examples: [
    {
      title: 'Ask an agent that only takes contacts',
      input: {
        project_key: '/data/projects/backend',
        from_agent: 'BlueLake',
        to_agent: 'RedStone',
        reason: 'I need to agree on the order of our migrations',
      },
    },
  ],
  run(mail, { project_key, from_agent, to_agent, reason, ttl_seconds }) {
    const { project, agent: from } = participant(mail, project_key, from_agent);
    const to = findAgent(mail, project, to_agent);
    const contact = introduce(mail, project, from, to, reason, ttl_seconds);
    const asker = contact.from_id === from.id ? from : to;
    const shown = showContact(mail, contact, asker.name, asker === from ? to.name : from.name);
    return answer(shown, `The contact between '${from.name}' and '${to.name}' is ${shown.status}.`);
  },
});

export const respondContact = mailCommand({
  name: 'respond_contact',
  summary: 'Accept or reject a contact request, or end a contact.',
  description: `
    Answer the contact request of another agent. With accept true the two of you become contacts: both may write to each
    other, whatever your policies short of "block", until ttl_seconds have passed (default thirty days). With accept
    false the other is rejected: from then on it cannot write to you or ask again under any policy, while you can still
    write to it. A rejection does not expire.

    Requests reach you as messages with the subject "Contact request from …"; list_contacts with status "pending" shows
    those that are open. You can change your mind: accepting somebody whom you rejected lifts the rejection, accepting a
    contact again prolongs it, and rejecting an approved contact ends it. Either side of an approved contact can end it
    in this way. The other is not notified; write to it if it should know.

    Returns the contact with its new status and expiry. Pitfalls:
    - to_agent is you, the one who was asked; from_agent is the one who asked. Mixed up, the answer is
      CONTACT_NOT_FOUND, because nobody can approve a request of their own.
    - A request that was left unanswered for too long answers CONTACT_EXPIRED. Ask the other way round.
    - Accepting does not mark the request's message as read; call acknowledge_message for it.
    - To close your door to all strangers at once, use set_contact_policy instead of rejecting them one by one.`,
  category: 'contact',
  tags: ['permission'],
  aliases: ['approve contact', 'deny contact', 'block agent', 'accept request', 'unfriend'],
  mutation: true,
  executionTime: 'instant',
  annotations: { idempotentHint: true },
  errors: ['PROJECT_NOT_FOUND', 'AGENT_NOT_FOUND', 'CONTACT_NOT_FOUND', 'CONTACT_EXPIRED'],
  relatedTools: ['list_contacts', 'request_contact', 'set_contact_policy'],
  input: z.object({
    project_key: projectKey,
    to_agent: agentName.describe('Your own name: the agent that was asked.'),
    from_agent: agentName.describe('The agent that asked.'),
    accept: z.boolean().describe('True to become contacts, false to reject the other or to end the contact.'),
    ttl_seconds: contactSeconds
      .default(30 * DAY)
      .describe('How long an approval lasts: 60 seconds to 365 days. Default 2592000 (thirty days).'),
  }),
  output: contactShape,
  examples: [
    {
      title: 'Accept',
      input: {
        project_key: '/data/projects/backend',
        to_agent: 'BackendDev',
        from_agent: 'GreenCastle',
        accept: true,
      },
    },
    {
      title: 'Reject',
      input: {
        project_key: '/data/projects/backend',
        to_agent: 'BackendDev',
        from_agent: 'GreenCastle',
        accept: false,
      },
    },
  ],
  run(mail, { project_key, to_agent, from_agent, accept, ttl_seconds }) {
    const { project, agent: me } = participant(mail, project_key, to_agent);
    const other = findAgent(mail, project, from_agent);
    const contact = respond(mail, me, other, accept, ttl_seconds);
    noteActivity(mail, me);
    const shown = showContact(mail, contact, other.name, me.name);
    return answer(shown, `The contact between '${other.name}' and '${me.name}' is ${shown.status}.`);
  },
});
