import { z } from 'zod';
import { agentName, projectKey, time } from '../fields.ts';
import { answer, mailCommand } from '../mail-command.ts';
import type { Message } from '../records.ts';
import { Refusal } from '../refusal.ts';
import { findAgent } from '../rules/agents.ts';
import { showMessage } from '../rules/messages.ts';
import { findProject } from '../rules/projects.ts';
import { fullTextQuery } from '../rules/search-query.ts';
import { messageShape } from '../shapes.ts';

const ORDERS = { relevance: 'score, m.id DESC', newest: 'm.created_ts DESC, m.id DESC' } as const;

export const searchMessages = mailCommand({
  name: 'search_messages',
  summary: 'Search subjects and bodies of all messages of a project.',
  description: `
    Search the subjects and bodies of all messages of a project, whoever sent and received them, and return the best
    matches with a snippet that shows the words in their surroundings. The history of a project is shared knowledge
    among its agents; only the names of blind copies stay hidden.

    The query is made of words that all have to occur, in any order, in subject or body. Words are compared by their
    stem, so "migrate" also finds "migrating" and "migrations". Write "two words" in double quotes for a phrase, add *
    for a beginning (auth*), and put - before a word or phrase that must not occur. Punctuation separates words, so
    app/api/users.py is found as the phrase it is. There is no OR and no regular expression: ask twice instead.

    Results are ordered by relevance, with a match in the subject counting four times as much as one in the body;
    order_by "newest" orders by time. sender_name and since_ts narrow the search. Returns results (messages without
    bodies, each with a snippet in which matches are in [brackets]), total and has_more. Use it to find out whether
    something has been discussed or decided before asking, to find the thread_id of a conversation, and to look up
    messages that you sent. For the content of a thread call summarize_thread next.

    Pitfalls:
    - A query of nothing but punctuation or excluded words answers EMPTY_QUERY.
    - Too many words find nothing. Start with two or three rare ones, then narrow down.
    - It finds whole words: "user" does not find "superuser", and needs user* to find "userland".`,
  category: 'search',
  tags: ['read', 'history'],
  aliases: ['find mail', 'full text search', 'grep messages', 'look up discussion', 'history'],
  executionTime: 'fast',
  errors: ['PROJECT_NOT_FOUND', 'AGENT_NOT_FOUND', 'EMPTY_QUERY'],
  relatedTools: ['summarize_thread', 'fetch_inbox'],
  input: z.object({
    project_key: projectKey,
    query: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .describe('Words that all have to occur; "a phrase", begin*, -without. At most 500 characters.'),
    limit: z.int().min(1).max(100).default(20).describe('Most results to return, 1 to 100. Default 20.'),
    sender_name: agentName.optional().describe('Only messages that this agent sent.'),
    since_ts: time.optional().describe('Only messages sent at this time or later, such as "2025-11-01".'),
    order_by: z.enum(['relevance', 'newest']).default('relevance').describe('Default "relevance".'),
  }),
  output: z.object({
    results: z.array(messageShape.omit({ body_md: true }).extend({ snippet: z.string() })),
    total: z.int(),
    has_more: z.boolean(),
  }),
  examples: [
    { title: 'Was it discussed?', input: { project_key: '/data/projects/backend', query: 'users refactor' } },
    {
      title: 'A phrase, without tests, newest first',
      input: { project_key: '/data/projects/backend', query: '"session store" -test', order_by: 'newest', limit: 5 },
    },
  ],
  run(mail, { project_key, query, limit, sender_name, since_ts, order_by }) {
    const project = findProject(mail, project_key);
    const words = fullTextQuery(query);
    if (words === undefined) {
      throw new Refusal('EMPTY_QUERY', `The query '${query}' names no word to look for.`, 'Give a word that occurs.');
    }
    const sender = sender_name === undefined ? undefined : findAgent(mail, project, sender_name);
    const since = since_ts === undefined ? '' : new Date(since_ts).toISOString();
    const from = `message_words JOIN messages m ON m.id = message_words.rowid
      WHERE message_words MATCH ? AND m.project_id = ? AND m.created_ts >= ? ${sender ? 'AND m.sender_id = ?' : ''}`;
    const values = [words, project.id, since, ...(sender ? [sender.id] : [])];
    const total = mail.db.count(`SELECT count(*) AS n FROM ${from}`, ...values);
    const rows = mail.db.all<Message & { snippet: string }>(
      `SELECT m.*, bm25(message_words, 4.0, 1.0) AS score, snippet(message_words, -1, '[', ']', '…', 16) AS snippet
       FROM ${from} ORDER BY ${ORDERS[order_by]} LIMIT ?`,
      ...values,
      limit,
    );
    const results = rows.map((row) => ({ ...showMessage(mail, row, false), snippet: row.snippet }));
    const data = { results, total, has_more: total > results.length };
    return answer(data, `Returned ${results.length} of ${total} messages that match.`);
  },
});
