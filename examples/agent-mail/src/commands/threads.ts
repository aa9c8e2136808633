import { z } from 'zod';
import { agentName, limit, project_key, since_ts, text, thread_id } from '../fields.ts';
import { type Mail, type Project, projectOf, shown } from '../mail.ts';
import { category, Refusal } from '../mail-command.ts';

/** Summarizes a thread without a model: open check boxes are action items, first lines of messages are key points. */
export function summaryOf(project: Project, id: string, examples = false) {
  const messages = project.messages.filter((message) => message.thread_id === id);
  if (messages.length === 0)
    throw new Refusal('THREAD_NOT_FOUND', `There is no thread '${id}'.`, 'Call search_messages.');
  const lines = messages.flatMap(({ body_md }) => body_md.split('\n'));
  const waiting = messages.filter(({ ack_required, to, acknowledged }) => {
    return ack_required && to.some((name) => !acknowledged.has(name));
  });
  return {
    thread_id: id,
    participants: [...new Set(messages.flatMap(({ from, to }) => [from, ...to]))].sort(),
    total_messages: messages.length,
    key_points: messages.map(({ from, body_md }) => `${from}: ${body_md.split('\n', 1)[0]}`),
    action_items: lines
      .filter((line) => /^\s*[-*] \[ \]/.test(line))
      .map((line) => line.replace(/^\s*[-*] \[ \]\s*/, '')),
    mentions: [...new Set(lines.flatMap((line) => [...line.matchAll(/@(\w+)/g)].map(([, name]) => name)))].sort(),
    awaiting_ack: waiting.map((message) => message.id),
    ...(examples && { examples: messages.slice(-3).map((message) => shown(message, true)) }),
  };
}

export const threadCommands = (mail: Mail) => {
  const read = category('search');
  return [
    read(
      'search_messages',
      'Search subjects and bodies of all messages of a project. Every word has to occur, in any order.',
      {
        project_key,
        query: text(200).describe('Words, such as "session store".'),
        limit,
        sender_name: agentName.optional().describe('Only messages of this agent.'),
        since_ts,
        order_by: z.enum(['relevance', 'newest']).default('relevance').describe('Which come first.'),
      },
      ({ project_key, query, limit, sender_name, since_ts = '', order_by }) => {
        const words = query.toLowerCase().split(/\s+/);
        const hits = projectOf(mail, project_key)
          .messages.filter(({ from, created_ts }) => (!sender_name || from === sender_name) && created_ts > since_ts)
          .map((message) => {
            const content = `${message.subject} ${message.body_md}`.toLowerCase();
            const counts = words.map((word) => content.split(word).length - 1);
            return { message, score: counts.includes(0) ? 0 : counts.reduce((sum, count) => sum + count) };
          })
          .filter(({ score }) => score > 0)
          .reverse();
        if (order_by === 'relevance') hits.sort((a, b) => b.score - a.score);
        return { total: hits.length, messages: hits.slice(0, limit).map(({ message }) => shown(message)) };
      },
    ),
    read(
      'summarize_thread',
      'Summarize one thread: participants, key points, action items. No language model is asked.',
      {
        project_key,
        thread_id,
        include_examples: z.boolean().default(false).describe('Add the last three messages, with their text.'),
      },
      ({ project_key, thread_id, include_examples }) =>
        summaryOf(projectOf(mail, project_key), thread_id, include_examples),
    ),
    read(
      'summarize_threads',
      'Summarize several threads at once, with what they share.',
      { project_key, thread_ids: z.array(thread_id).min(1).max(20).describe('Up to 20 threads.') },
      ({ project_key, thread_ids }) => {
        const threads = thread_ids.map((id) => summaryOf(projectOf(mail, project_key), id));
        return { threads, open_action_items: threads.flatMap(({ action_items }) => action_items) };
      },
    ),
  ];
};
