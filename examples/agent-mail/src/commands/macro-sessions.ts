import { z } from 'zod';
import {
  absolutePath,
  inboxLimit,
  model,
  newName,
  pathPattern,
  program,
  projectKey,
  reservationSeconds,
  taskDescription,
  threadId,
} from '../fields.ts';
import { answer, mailCommand } from '../mail-command.ts';
import { findAgent, registerAgent, showAgent } from '../rules/agents.ts';
import { readInbox } from '../rules/inbox.ts';
import { showMessage } from '../rules/messages.ts';
import { ensureProject, findProject } from '../rules/projects.ts';
import { reserve } from '../rules/reservations.ts';
import { DIGEST_CONFIDENCE, digestThread, findThread, threadNotFound } from '../rules/threads.ts';
import { agentShape, digestShape, inboxShape, messageShape, projectShape, reservationOutcomeShape } from '../shapes.ts';

const EXAMPLES = 3;

export const macroStartSession = mailCommand({
  name: 'macro_start_session',
  summary: 'Start a session: project, identity, reservations and inbox at once.',
  description: `
    Do everything that the start of a session needs in one call: make sure that the project exists (ensure_project),
    register or refresh your identity (register_agent), reserve the files you are about to edit
    (file_reservation_paths, only when paths are given) and read your inbox (fetch_inbox). It saves three round trips
    and is the recommended first call of each session. All of it happens together: when one step is refused, none is kept.

    Give agent_name to continue under the name you had; leave it out to be given a new one, which is in the answer and
    is your address from then on. Reservations are exclusive and last file_reservation_ttl_seconds. A conflict over
    files does not stop the session from starting: what is free is granted, what is not is listed under conflicts, and
    a warning names it, so look there before you edit.

    Returns project, agent, file_reservations (null when no paths were given) and inbox with the newest messages,
    without bodies. Pitfalls:
    - Repeating the call with the same agent_name is harmless: it refreshes profile and reservations. Repeating it
      without a name creates another agent each time.
    - The inbox is only looked at; mark what you have read with mark_message_read.
    - To join one particular discussion, use macro_prepare_thread, which adds a summary of the thread.
    - The reserved paths are relative to human_key, and follow all rules of file_reservation_paths.`,
  category: 'workflow_macros',
  tags: ['macro', 'setup'],
  aliases: ['begin work', 'bootstrap', 'log in and check mail', 'session start'],
  mutation: true,
  executionTime: 'fast',
  relatedTools: ['ensure_project', 'register_agent', 'file_reservation_paths', 'fetch_inbox'],
  input: z.object({
    human_key: absolutePath.describe(
      'Absolute path of the shared working directory, such as "/data/projects/backend".',
    ),
    program,
    model,
    agent_name: newName.optional().describe('The name you had before. Default: a new agent with a free name.'),
    task_description: taskDescription.optional(),
    file_reservation_paths: z
      .array(pathPattern)
      .max(50)
      .default([])
      .describe('Paths or globs to reserve exclusively, at most 50. Default none.'),
    file_reservation_reason: z.string().trim().max(500).default('').describe('What you will do there.'),
    file_reservation_ttl_seconds: reservationSeconds.describe('60 seconds to seven days. Default 3600 (one hour).'),
    inbox_limit: inboxLimit.default(10).describe('Most messages to return, 1 to 100. Default 10.'),
  }),
  output: z.object({
    project: projectShape,
    agent: agentShape,
    file_reservations: reservationOutcomeShape.nullable(),
    inbox: inboxShape,
  }),
  examples: [
    {
      title: 'Come back and reserve a file',
      input: {
        human_key: '/data/projects/backend',
        program: 'claude-code',
        model: 'opus-4.1',
        agent_name: 'GreenCastle',
        task_description: 'TKT-130: validation of user names',
        file_reservation_paths: ['app/models/user.py'],
      },
    },
    {
      title: 'The first session in a new project',
      input: { human_key: '/home/dev/shop-frontend', program: 'codex-cli', model: 'gpt5-codex' },
    },
  ],
  run(mail, input) {
    const { human_key, program, model, agent_name: name, task_description, file_reservation_paths: paths } = input;
    const { project } = ensureProject(mail, human_key);
    const { id: _, ...shown } = project;
    const { agent } = registerAgent(mail, project, { name, program, model, task_description });
    const seconds = input.file_reservation_ttl_seconds;
    const wish = { paths, seconds, exclusive: true, reason: input.file_reservation_reason };
    const file_reservations = paths.length > 0 ? reserve(mail, project, agent, wish) : null;
    const inbox = readInbox(mail, agent, { limit: input.inbox_limit });
    const held = file_reservations?.conflicts.map(({ path }) => `'${path}'`) ?? [];
    return answer(
      { project: shown, agent: showAgent(agent), file_reservations, inbox },
      `'${agent.name}' is ready in '${project.slug}', with ${inbox.unread} unread messages.`,
      held.length > 0 ? [`Others hold ${held.join(', ')}; do not edit there.`] : [],
    );
  },
});

export const macroPrepareThread = mailCommand({
  name: 'macro_prepare_thread',
  summary: 'Join a thread: identity, summary of the thread and inbox at once.',
  description: `
    Prepare an agent to take part in an existing discussion, in one call: register or refresh its identity
    (register_agent), summarize the thread (summarize_thread) and read its inbox (fetch_inbox). Afterwards you know who
    talks, what was decided, what is open and what waits for you, and can answer with reply_message at once.

    By default an agent that does not exist yet is registered, and gets a name if agent_name is left out. Set
    register_if_missing to false to insist on an existing identity: an unknown agent_name then answers AGENT_NOT_FOUND,
    nothing is registered, and the profile of a known agent stays as it is. With include_examples (the default) the last
    three messages of the thread come in full.

    Returns project, agent, thread (the summary), examples and inbox. Pitfalls:
    - The thread has to exist: THREAD_NOT_FOUND comes with similar and recent ones, and nothing is registered. To begin a
      thread, call send_message with a thread_id of your choice.
    - Preparing does not subscribe you to anything. You get later messages only when somebody addresses you, so introduce
      yourself with send_message in the thread.
    - The summary is extractive and shares the limits of summarize_thread.
    - With register_if_missing false, agent_name is needed.`,
  category: 'workflow_macros',
  tags: ['macro', 'digest'],
  aliases: ['join discussion', 'catch up on thread', 'take over task', 'onboard'],
  mutation: true,
  executionTime: 'fast',
  errors: ['PROJECT_NOT_FOUND', 'AGENT_NOT_FOUND', 'THREAD_NOT_FOUND'],
  relatedTools: ['summarize_thread', 'reply_message', 'macro_start_session'],
  input: z
    .object({
      project_key: projectKey,
      thread_id: threadId.describe('The thread to join, such as "TKT-123" or "msg-42".'),
      program,
      model,
      agent_name: newName.optional().describe('Your name. Default: a new agent with a free name.'),
      task_description: taskDescription.optional(),
      register_if_missing: z.boolean().default(true).describe('Register an unknown agent. Default true.'),
      include_examples: z.boolean().default(true).describe('Add the last three messages in full. Default true.'),
      inbox_limit: inboxLimit.default(10).describe('Most messages to return, 1 to 100. Default 10.'),
      include_inbox_bodies: z.boolean().default(false).describe('Add the texts of the inbox. Default false.'),
    })
    .refine((input) => input.register_if_missing || input.agent_name !== undefined, {
      path: ['agent_name'],
      message: 'Needed when register_if_missing is false',
    }),
  output: z.object({
    project: projectShape,
    agent: agentShape,
    thread: digestShape,
    examples: z.array(messageShape),
    inbox: inboxShape,
  }),
  examples: [
    {
      title: 'Join the discussion of a ticket',
      input: {
        project_key: '/data/projects/backend',
        thread_id: 'TKT-123',
        program: 'claude-code',
        model: 'opus-4.1',
        agent_name: 'BackendDev',
      },
    },
  ],
  run(mail, input) {
    const { project_key, thread_id, program, model, agent_name: name, task_description } = input;
    const project = findProject(mail, project_key);
    const messages = findThread(mail, project, thread_id);
    if (messages.length === 0) throw threadNotFound(mail, project, [thread_id]);
    const agent = input.register_if_missing
      ? registerAgent(mail, project, { name, program, model, task_description }).agent
      : findAgent(mail, project, name ?? '');
    const thread = digestThread(mail, thread_id, messages);
    const last = input.include_examples ? messages.slice(-EXAMPLES) : [];
    const inbox = readInbox(mail, agent, { limit: input.inbox_limit, include_bodies: input.include_inbox_bodies });
    const { id: _, ...shown } = project;
    const examples = last.map((message) => showMessage(mail, message));
    const data = { project: shown, agent: showAgent(agent), thread, examples, inbox };
    const reasoning = `'${agent.name}' is ready for '${thread_id}', which has ${messages.length} messages.`;
    return answer(data, reasoning, [], DIGEST_CONFIDENCE);
  },
});
