import type { Mail } from '../mail.ts';
import type { Message, Project } from '../records.ts';
import { didYouMean, Refusal } from '../refusal.ts';
import type { ThreadDigest } from '../shapes.ts';
import { showMessage } from './messages.ts';
import { keySentences, mentionsIn, tasksIn } from './thread-text.ts';

/** How far a summary by pattern may be relied on. */
export const DIGEST_CONFIDENCE = 0.7;

const KEY_POINTS = 5;
const ACTION_ITEMS = 20;

export function findThread({ db }: Mail, project: Project, threadId: string): Message[] {
  const sql = 'SELECT * FROM messages WHERE project_id = ? AND thread_id = ? ORDER BY created_ts, id';
  return db.all<Message>(sql, project.id, threadId);
}

export function threadNotFound({ db }: Mail, project: Project, threadIds: readonly string[]): Refusal {
  const sql = `SELECT thread_id FROM messages WHERE project_id = ?
     GROUP BY thread_id ORDER BY max(created_ts) DESC, max(id) DESC LIMIT 200`;
  const known = db.all<{ thread_id: string }>(sql, project.id).map((row) => row.thread_id);
  const recent = known.length > 0 ? `the latest threads are ${known.slice(0, 5).join(', ')}` : 'nobody has written yet';
  return new Refusal(
    'THREAD_NOT_FOUND',
    `There is no thread ${threadIds.map((id) => `'${id}'`).join(', ')} in project '${project.human_key}'.`,
    didYouMean(threadIds[0] ?? '', known, `${recent}. Call search_messages to find a thread by its words.`),
    { thread_ids: threadIds },
  );
}

/** What a thread is about, taken from its own words: nothing is made up and nothing is asked of a model. */
export function digestThread(mail: Mail, threadId: string, messages: readonly Message[]): ThreadDigest {
  const shown = messages.map((message) => showMessage(mail, message));
  const tasks = shown.flatMap(({ id, from, body_md = '' }) =>
    tasksIn(body_md).map((task) => ({ ...task, by: from, message_id: id })),
  );
  return {
    thread_id: threadId,
    subject: shown[0]?.subject ?? '',
    participants: [...new Set(shown.flatMap(({ from, to, cc }) => [from, ...to, ...cc]))].sort(),
    total_messages: messages.length,
    first_ts: shown[0]?.created_ts ?? '',
    last_ts: shown.at(-1)?.created_ts ?? '',
    key_points: keySentences(
      messages.map((message) => message.body_md),
      KEY_POINTS,
    ),
    action_items: withoutFinished(tasks).slice(-ACTION_ITEMS),
    mentions: countNames(messages.flatMap((message) => mentionsIn(message.body_md))),
    awaiting_ack: awaitingAck(mail, messages),
  };
}

/** A box that is ticked in a later message closes the same box of an earlier one. */
function withoutFinished(tasks: ThreadDigest['action_items']): ThreadDigest['action_items'] {
  const latest = new Map<string, ThreadDigest['action_items'][number]>();
  for (const task of tasks) latest.set(task.text.toLowerCase(), task);
  return [...latest.values()];
}

export function countNames(names: readonly string[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

/** Blind copies stay unseen here too. */
function awaitingAck({ db }: Mail, messages: readonly Message[]): ThreadDigest['awaiting_ack'] {
  return messages.flatMap(({ id, ack_required }) => {
    if (ack_required === 0) return [];
    const sql = `SELECT a.name FROM recipients r JOIN agents a ON a.id = r.agent_id
       WHERE r.message_id = ? AND r.ack_ts IS NULL AND r.kind <> 'bcc' ORDER BY r.id`;
    const from = db.all<{ name: string }>(sql, id).map(({ name }) => name);
    return from.length > 0 ? [{ message_id: id, from }] : [];
  });
}
