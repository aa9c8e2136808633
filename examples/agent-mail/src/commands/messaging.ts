import { z } from 'zod';
import { deliver, inboxOf, inboxView } from '../delivery.ts';
import {
  agent_name,
  importance,
  limit,
  message_id,
  project_key,
  recipients,
  since_ts,
  text,
  thread_id,
} from '../fields.ts';
import { actor, agentOf, later, type Mail, messageOf, projectOf, shown } from '../mail.ts';
import { CHANGES, category, Refusal } from '../mail-command.ts';

export const messagingCommands = (mail: Mail) => {
  const read = category('messaging');
  const write = category('messaging', CHANGES);
  const receipt = { project_key, agent_name, message_id };

  /** Idempotent: the first call sets the time, and repeated calls keep that time. */
  const mark = (
    { project_key, agent_name, message_id }: z.output<z.ZodObject<typeof receipt>>,
    acknowledge: boolean,
  ) => {
    const { project, agent } = actor(mail, project_key, agent_name);
    const message = messageOf(project, message_id);
    if (!inboxOf(project, agent.name).includes(message)) {
      throw new Refusal('NOT_A_RECIPIENT', `Message ${message_id} was not sent to you.`, 'Call fetch_inbox.');
    }
    for (const times of acknowledge ? [message.read, message.acknowledged] : [message.read]) {
      if (!times.has(agent.name)) times.set(agent.name, later(mail));
    }
    return { message_id, read_ts: message.read.get(agent.name), ack_ts: message.acknowledged.get(agent.name) ?? null };
  };

  return [
    write(
      'send_message',
      'Send a Markdown message to one or more agents of a project. It waits in their inboxes until they fetch it. A ' +
        'recipient whose contact policy does not admit you refuses the whole message; call request_contact first.',
      {
        project_key,
        sender_name: agent_name,
        to: recipients.describe('Agent names.'),
        subject: text(200).describe('One line that says what it is about.'),
        body_md: text(50_000).describe('The text, in Markdown.'),
        cc: recipients.default([]).describe('Copies that everybody sees.'),
        bcc: recipients.default([]).describe('Copies that nobody else sees.'),
        importance,
        ack_required: z.boolean().default(false).describe('Ask every recipient to acknowledge it.'),
        thread_id: thread_id.optional().describe('The thread it belongs to. Default: a new thread.'),
      },
      ({ project_key, sender_name, thread_id, ...draft }) => {
        const { project, agent } = actor(mail, project_key, sender_name);
        return shown(deliver(mail, project, agent, { ...draft, ...(thread_id !== undefined && { thread_id }) }));
      },
    ),
    write(
      'reply_message',
      'Reply to a message, keeping its thread and subject. Without to, the reply goes to the author of the message. ' +
        'An author always accepts a reply.',
      {
        project_key,
        message_id,
        sender_name: agent_name,
        body_md: text(50_000).describe('The text, in Markdown.'),
        to: recipients.optional().describe('Default: the author of the message.'),
        cc: recipients.default([]).describe('Copies that everybody sees.'),
        bcc: recipients.default([]).describe('Copies that nobody else sees.'),
      },
      ({ project_key, message_id, sender_name, to, ...draft }) => {
        const { project, agent } = actor(mail, project_key, sender_name);
        const original = messageOf(project, message_id);
        const { thread_id, importance } = original;
        const subject = original.subject.startsWith('Re:') ? original.subject : `Re: ${original.subject}`;
        const target = to ?? (original.from === agent.name ? original.to : [original.from]);
        const reply = { ...draft, to: target, subject, thread_id, importance, reply_to: original.id };
        return shown(deliver(mail, project, agent, reply));
      },
    ),
    read(
      'fetch_inbox',
      'Read the newest messages in the inbox of an agent. It marks nothing as read.',
      {
        project_key,
        agent_name,
        limit,
        urgent_only: z.boolean().default(false).describe('Only importance "high" and "urgent".'),
        unread_only: z.boolean().default(false).describe('Only messages that are not marked as read.'),
        include_bodies: z.boolean().default(false).describe('Add body_md to each message.'),
        since_ts,
      },
      ({ project_key, agent_name, limit, urgent_only, unread_only, include_bodies, since_ts = '' }) => {
        const project = projectOf(mail, project_key);
        const { name } = agentOf(project, agent_name);
        const all = inboxView(project, name, Infinity, include_bodies);
        const messages = all.filter(({ importance, read_ts, created_ts }) => {
          const isUrgent = importance === 'high' || importance === 'urgent';
          return (!urgent_only || isUrgent) && (!unread_only || read_ts === null) && created_ts > since_ts;
        });
        const unread = all.filter(({ read_ts }) => read_ts === null).length;
        return { messages: messages.slice(0, limit), unread, has_more: messages.length > limit };
      },
    ),
    write('mark_message_read', 'Mark a message in your inbox as read.', receipt, (input) => mark(input, false)),
    write(
      'acknowledge_message',
      'Acknowledge a message (sets both read_ts and ack_ts). It tells the sender that you accept what it says; to ' +
        'disagree, call reply_message.',
      receipt,
      (input) => mark(input, true),
    ),
  ];
};
