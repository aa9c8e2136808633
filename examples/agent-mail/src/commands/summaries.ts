import { z } from 'zod';
import { projectKey, threadId } from '../fields.ts';
import { answer, mailCommand } from '../mail-command.ts';
import { showMessage } from '../rules/messages.ts';
import { findProject } from '../rules/projects.ts';
import { countNames, DIGEST_CONFIDENCE, digestThread, findThread, threadNotFound } from '../rules/threads.ts';
import { digestShape, messageShape } from '../shapes.ts';

const EXAMPLES = 3;

export const summarizeThread = mailCommand({
  name: 'summarize_thread',
  summary: 'Summarize one thread: participants, key points, action items.',
  description: `
    Summarize the conversation of one thread: who takes part, how many messages it has and over which time, its key
    points, its action items, who was mentioned, and which acknowledgements are still outstanding. It saves reading all
    of the bodies when you join a discussion late or come back to one.

    The summary is extractive: every point is a sentence that somebody wrote, and no language model is asked, so the
    same thread always gives the same summary at once. Key points are up to five sentences that repeat the words of the
    thread most or that tell a decision, a cause or a blocker. Action items are check boxes ("- [ ]", and done when
    ticked in a later message), lines that begin with TODO:, ACTION: or NEXT:, and sentences that ask somebody for
    something ("please …", "can you …", "needs to …"); each names the author and the message it comes from. Code
    blocks, quotes and headings are left out.

    With include_examples the last three messages are added in full. Returns the fields above with thread_id and the
    subject of the first message. Pitfalls:
    - Sentences are picked by pattern, so irony, negation and a changed mind are not understood. Read the messages
      themselves before acting on something that matters.
    - by is the author of the sentence, which is not always the one who has to do it; look at mentions too.
    - An unknown thread answers THREAD_NOT_FOUND with similar and recent ones. A thread_id is not a message id; the
      thread that message 42 started on its own is called "msg-42".`,
  category: 'search',
  tags: ['read', 'digest'],
  aliases: ['thread summary', 'tl;dr', 'catch up', 'action items', 'digest'],
  executionTime: 'fast',
  errors: ['PROJECT_NOT_FOUND', 'THREAD_NOT_FOUND'],
  relatedTools: ['summarize_threads', 'search_messages', 'macro_prepare_thread'],
  input: z.object({
    project_key: projectKey,
    thread_id: threadId.describe('The thread to summarize, such as "TKT-123" or "msg-42".'),
    include_examples: z.boolean().default(false).describe('Add the last three messages in full. Default false.'),
  }),
  output: digestShape.extend({ examples: z.array(messageShape).optional() }),
  examples: [
    { title: 'Catch up', input: { project_key: '/data/projects/backend', thread_id: 'TKT-123' } },
    {
      title: 'With the latest messages',
      input: { project_key: '/data/projects/backend', thread_id: 'TKT-123', include_examples: true },
    },
  ],
  run(mail, { project_key, thread_id, include_examples }) {
    const project = findProject(mail, project_key);
    const messages = findThread(mail, project, thread_id);
    if (messages.length === 0) throw threadNotFound(mail, project, [thread_id]);
    const examples = () => messages.slice(-EXAMPLES).map((message) => showMessage(mail, message));
    const digest = digestThread(mail, thread_id, messages);
    const data = { ...digest, ...(include_examples && { examples: examples() }) };
    return answer(data, `Extracted from ${messages.length} messages of '${thread_id}'.`, [], DIGEST_CONFIDENCE);
  },
});

export const summarizeThreads = mailCommand({
  name: 'summarize_threads',
  summary: 'Summarize several threads at once, with what they share.',
  description: `
    Summarize up to 20 threads of a project in one call, each as summarize_thread does, and add what they have in common:
    who is mentioned most, and all open action items across them, so that a day's work can be planned from one answer.

    Use it at the start of a session with the threads that fetch_inbox shows, for a stand-up report, or before taking
    over the work of another agent. For a single thread, or where you need its latest messages in full, call
    summarize_thread; nothing here includes bodies.

    Unknown threads do not fail the call: they are listed in not_found, and the others are summarized. Only when none of
    them exists is THREAD_NOT_FOUND answered, with similar and recent ones. A thread named twice is summarized once.
    Returns threads (in the order asked for), not_found and aggregate with participants, top_mentions (at most ten) and
    open_action_items (those not ticked off, with their thread_id). Pitfalls:
    - The summaries are extractive and share the limits of summarize_thread: patterns, not understanding.
    - Long threads make a long answer. Ask for five at a time when your context is short.
    - An action item that was finished in another thread than it was raised in still counts as open.`,
  category: 'search',
  tags: ['read', 'digest'],
  aliases: ['multi-thread digest', 'daily summary', 'stand-up', 'overview of threads'],
  executionTime: 'fast',
  errors: ['PROJECT_NOT_FOUND', 'THREAD_NOT_FOUND'],
  relatedTools: ['summarize_thread', 'fetch_inbox'],
  input: z.object({
    project_key: projectKey,
    thread_ids: z.array(threadId).min(1).max(20).describe('1 to 20 threads, such as ["TKT-123", "msg-42"].'),
  }),
  output: z.object({
    threads: z.array(digestShape),
    not_found: z.array(z.string()),
    aggregate: z.object({
      participants: z.array(z.string()),
      top_mentions: z.array(z.object({ name: z.string(), count: z.int() })),
      open_action_items: z.array(
        z.object({ text: z.string(), by: z.string(), message_id: z.int(), thread_id: z.string() }),
      ),
    }),
  }),
  examples: [
    { title: 'Two threads', input: { project_key: '/data/projects/backend', thread_ids: ['TKT-123', 'TKT-130'] } },
  ],
  run(mail, { project_key, thread_ids }) {
    const project = findProject(mail, project_key);
    const found = [...new Set(thread_ids)].map((id) => ({ id, messages: findThread(mail, project, id) }));
    const not_found = found.filter(({ messages }) => messages.length === 0).map(({ id }) => id);
    if (not_found.length === found.length) throw threadNotFound(mail, project, not_found);
    const threads = found
      .filter(({ messages }) => messages.length > 0)
      .map(({ id, messages }) => digestThread(mail, id, messages));
    const mentioned = threads.flatMap(({ mentions }) =>
      mentions.flatMap(({ name, count }) => Array.from({ length: count }, () => name)),
    );
    const aggregate = {
      participants: [...new Set(threads.flatMap((thread) => thread.participants))].sort(),
      top_mentions: countNames(mentioned).slice(0, 10),
      open_action_items: threads.flatMap(({ thread_id, action_items }) =>
        action_items.filter(({ done }) => !done).map(({ done: _, ...item }) => ({ ...item, thread_id })),
      ),
    };
    const warnings = not_found.length > 0 ? [`Not found: ${not_found.join(', ')}.`] : [];
    return answer(
      { threads, not_found, aggregate },
      `Summarized ${threads.length} threads.`,
      warnings,
      DIGEST_CONFIDENCE,
    );
  },
});
