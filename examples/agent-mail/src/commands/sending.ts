import { z } from 'zod';
import { actingAgent, body, importance, projectKey, recipients, rowId, subject, threadId } from '../fields.ts';
import { answer, mailCommand } from '../mail-command.ts';
import { Refusal } from '../refusal.ts';
import { participant } from '../rules/agents.ts';
import { refuseUndeliverable } from '../rules/delivery.ts';
import { type Addressee, addresseesOf, deliver, findMessage, receiptOf, showMessage } from '../rules/messages.ts';
import { messageShape } from '../shapes.ts';

const DELIVERY_ERRORS = ['PROJECT_NOT_FOUND', 'AGENT_NOT_FOUND', 'CONTACT_REQUIRED', 'CONTACT_BLOCKED'];
const agentsOf = (addressees: readonly Addressee[]) => addressees.map(({ agent }) => agent);
const namesOf = (addressees: readonly Addressee[]) =>
  agentsOf(addressees)
    .map(({ name }) => name)
    .join(', ');

export const sendMessage = mailCommand({
  name: 'send_message',
  summary: 'Send a Markdown message to one or more agents of a project.',
  description: `
    Send a Markdown message from one agent to others of the same project. It lands in the inbox of each recipient at
    once and stays there; nobody is interrupted, and a recipient reads it when it next calls fetch_inbox. Messages are
    immutable: there is no edit and no recall, so send a correction as a reply.

    Recipients are agent names in to, cc and bcc, at most 50 in each. An agent named twice gets one copy. Copies in cc
    are visible to all; those in bcc are visible to nobody else. Delivery follows the contact policy of each recipient:
    "open" takes everything, "contacts_only" takes approved contacts and answers to its own messages, "block" takes
    nothing, and an agent that has rejected you as a contact takes nothing from you under any policy. It is all or
    nothing: if one recipient may not be reached, nobody receives the message and the answer says who was in the way.

    Give related messages the same thread_id, such as a ticket number, so that summarize_thread and search can find the
    whole conversation; without one, a new thread named after the message ("msg-42") begins. To answer a message use
    reply_message, which keeps thread and subject. Set ack_required when work must not go on before the recipients have
    confirmed with acknowledge_message, and keep importance "high" and "urgent" for what should interrupt a plan.

    Returns the stored message with its id and thread_id. Pitfalls:
    - A misspelt recipient answers AGENT_NOT_FOUND with similar names, and nothing is sent; do not register the typo.
    - CONTACT_REQUIRED means: call request_contact or macro_contact_handshake, wait for the approval, send again.
    - Calling again after a timeout may send twice. Look with search_messages first.
    - Put file paths and commands in backticks, and one task per "- [ ]" line: summaries pick those up.
    - Files cannot be attached; name their paths. The body is limited to 50,000 characters.`,
  category: 'messaging',
  tags: ['core', 'write'],
  aliases: ['email', 'notify', 'tell another agent', 'post', 'announce', 'write'],
  mutation: true,
  executionTime: 'instant',
  errors: DELIVERY_ERRORS,
  relatedTools: ['reply_message', 'fetch_inbox', 'request_contact', 'whois'],
  input: z.object({
    project_key: projectKey,
    sender_name: actingAgent,
    to: recipients.min(1).describe('Names of the agents it is for: 1 to 50. They are expected to act on it.'),
    subject: subject.describe('One line of at most 200 characters that says what it is about.'),
    body_md: body.describe('The text as GitHub-flavoured Markdown, at most 50,000 characters.'),
    cc: recipients.default([]).describe('Agents that should know, but need not act. Visible to all. Default none.'),
    bcc: recipients.default([]).describe('Agents that get a copy without the others seeing it. Default none.'),
    importance: importance.describe(
      'Default "normal". "high" and "urgent" pass the urgent_only filter of fetch_inbox.',
    ),
    ack_required: z
      .boolean()
      .default(false)
      .describe('Ask each recipient to confirm with acknowledge_message. Default false.'),
    thread_id: threadId
      .optional()
      .describe('Conversation it belongs to, such as "TKT-123": letters, digits, ".", "_", "-". Default: a new one.'),
  }),
  output: messageShape,
  examples: [
    {
      title: 'Announce work in a thread and ask for confirmation',
      input: {
        project_key: '/data/projects/backend',
        sender_name: 'BlueLake',
        to: ['GreenCastle'],
        cc: ['BackendDev'],
        subject: 'Plan for the /api/users refactor',
        body_md: 'I move the handlers to `app/api/users.py`.\n\n- [ ] Please keep off `app/api/**` until 16:00',
        importance: 'high',
        ack_required: true,
        thread_id: 'TKT-123',
      },
    },
    {
      title: 'A short note',
      input: {
        project_key: '/data/projects/backend',
        sender_name: 'GreenCastle',
        to: ['BlueLake'],
        subject: 'Tests are green again',
        body_md: 'The flaky test was a missing `await`.',
      },
    },
  ],
  run(mail, { project_key, sender_name, to, cc, bcc, ...content }) {
    const { project, agent: sender } = participant(mail, project_key, sender_name);
    const addressees = addresseesOf(mail, project, { to, cc, bcc });
    refuseUndeliverable(mail, sender, agentsOf(addressees));
    const message = deliver(mail, project, { sender, addressees, ...content });
    return answer(showMessage(mail, message), `Sent message ${message.id} to ${namesOf(addressees)}.`);
  },
});

export const replyMessage = mailCommand({
  name: 'reply_message',
  summary: 'Reply to a message, keeping its thread and subject.',
  description: `
    Reply to a message in its own thread. The reply takes over the thread_id, importance and subject of the original
    (with "Re:" in front, once), refers to it through reply_to, and goes to its author. It never asks for an
    acknowledgement itself.

    Without to, the reply goes to the author of the original; when you are the author, it goes to those you wrote to.
    With to, it goes exactly to the agents you name, for instance to hand a question on to somebody else. cc and bcc are
    added as in send_message; the copies of the original are not repeated on their own, so name in cc whom you want to
    keep in the loop. You can reply to any message that you wrote or received, and to no other.

    Delivery follows the contact policies as in send_message, with one difference: whoever wrote the original has asked
    for an answer, so a reply reaches an author with the policy "contacts_only" even without a contact. The policy
    "block" and a rejected contact still stop it. It is all or nothing for all recipients.

    Returns the stored reply. Pitfalls:
    - Replying marks nothing: the original stays unread, and unacknowledged where it asks for it. Call
      acknowledge_message as well when ack_required is set.
    - MESSAGE_NOT_FOUND lists your latest messages; ids are numbers of messages, not of threads.
    - NOT_A_PARTICIPANT means that the message was neither from nor to you. Start with send_message and its thread_id.
    - For a new subject use send_message with the same thread_id.`,
  category: 'messaging',
  tags: ['core', 'write'],
  aliases: ['answer', 'respond', 'write back', 'follow up'],
  mutation: true,
  executionTime: 'instant',
  errors: [...DELIVERY_ERRORS, 'MESSAGE_NOT_FOUND', 'NOT_A_PARTICIPANT'],
  relatedTools: ['send_message', 'acknowledge_message', 'summarize_thread'],
  input: z.object({
    project_key: projectKey,
    message_id: rowId.describe('Number of the message you reply to, as fetch_inbox shows it.'),
    sender_name: actingAgent,
    body_md: body.describe('The reply as Markdown, at most 50,000 characters. Quote only what is needed.'),
    to: recipients.min(1).optional().describe('Other recipients instead of the author. Default: the author.'),
    cc: recipients.default([]).describe('Agents that get a visible copy. Default none.'),
    bcc: recipients.default([]).describe('Agents that get a copy unseen by the others. Default none.'),
  }),
  output: messageShape,
  examples: [
    {
      title: 'Answer the author',
      input: {
        project_key: '/data/projects/backend',
        message_id: 42,
        sender_name: 'BackendDev',
        body_md: 'Agreed. I rebase my branch after you have merged.',
      },
    },
  ],
  run(mail, { project_key, message_id, sender_name, body_md, to, cc, bcc }) {
    const { project, agent: sender } = participant(mail, project_key, sender_name);
    const original = findMessage(mail, project, message_id, sender);
    if (original.sender_id !== sender.id && !receiptOf(mail, original, sender)) {
      throw new Refusal(
        'NOT_A_PARTICIPANT',
        `Message ${message_id} was neither written by '${sender.name}' nor sent to it.`,
        `Call send_message with thread_id '${original.thread_id}' to join its thread.`,
      );
    }
    const shown = showMessage(mail, original);
    const back = original.sender_id === sender.id && shown.to.length > 0 ? shown.to : [shown.from];
    const addressees = addresseesOf(mail, project, { to: to ?? back, cc, bcc });
    refuseUndeliverable(mail, sender, agentsOf(addressees), original);
    const prefixed = /^re:/i.test(original.subject) ? original.subject : `Re: ${original.subject}`;
    const { importance, thread_id } = original;
    const content = { subject: prefixed.slice(0, 200), body_md, importance, thread_id, reply_to: original.id };
    const message = deliver(mail, project, { sender, addressees, ...content });
    return answer(showMessage(mail, message), `Replied with message ${message.id} to ${namesOf(addressees)}.`);
  },
});
