import { z } from 'zod';
import { agentName, model, newName, program, projectKey, taskDescription } from '../fields.ts';
import { answer, mailCommand } from '../mail-command.ts';
import type { Message } from '../records.ts';
import { createAgent, participant, registerAgent as register, showAgent } from '../rules/agents.ts';
import { unreadOf } from '../rules/inbox.ts';
import { findProject } from '../rules/projects.ts';
import { activeReservations, showReservation } from '../rules/reservations.ts';
import { agentShape, reservationShape } from '../shapes.ts';

const RECENT = 5;

export const registerAgent = mailCommand({
  name: 'register_agent',
  summary: 'Register an agent in a project, or update its profile.',
  description: `
    Register an agent identity in a project, or bring the profile of an existing one up to date, and return it. An
    identity is what others write to, what holds file reservations and what shows up in the pre-commit guard; without
    one, no other tool can be used. The call is an upsert: a name that is already registered gets the new program, model
    and task_description, and keeps its mail, its contacts, its policy and its date of inception.

    Use it at the start of each session with the name you had before, and again whenever your task changes, so that
    others see through whois what you are doing. Leave name out to be given a memorable one made of an adjective and a
    noun, such as "BlueLake"; write it down, for it is your address. Use create_agent_identity instead when you must be
    sure not to slip into an identity that somebody else is using.

    Returns the profile, with created telling whether it is new. A new agent has the contact policy "open": everybody
    in the project may write to it until set_contact_policy says otherwise. Pitfalls:
    - Names are unique per project without regard to letter case; they consist of letters and digits only. "BlueLake"
      and "bluelake" are one agent.
    - Choose a name for an identity, not a role: two reviewers cannot both be "Reviewer".
    - The project has to exist: call ensure_project first, or do everything at once with macro_start_session.
    - Leaving task_description out keeps the one that is recorded; an empty one deletes it.`,
  category: 'identity',
  tags: ['core', 'setup'],
  aliases: ['sign up', 'log in', 'join', 'update profile', 'who am I'],
  mutation: true,
  executionTime: 'instant',
  annotations: { idempotentHint: true },
  errors: ['PROJECT_NOT_FOUND'],
  relatedTools: ['ensure_project', 'create_agent_identity', 'whois', 'set_contact_policy'],
  input: z.object({
    project_key: projectKey,
    program,
    model,
    name: newName.optional().describe('2 to 40 letters and digits, a letter first. Default: a free name is chosen.'),
    task_description: taskDescription.optional(),
  }),
  output: agentShape.extend({ created: z.boolean() }),
  examples: [
    {
      title: 'Come back under a known name, with a new task',
      input: {
        project_key: '/data/projects/backend',
        program: 'claude-code',
        model: 'opus-4.1',
        name: 'BlueLake',
        task_description: 'Moving the session store to Redis',
      },
    },
    {
      title: 'Be given a name',
      input: { project_key: '/data/projects/backend', program: 'codex-cli', model: 'gpt5-codex' },
    },
  ],
  run(mail, { project_key, ...profile }) {
    const { agent, created } = register(mail, findProject(mail, project_key), profile);
    return answer({ ...showAgent(agent), created }, `${created ? 'Registered' : 'Updated'} '${agent.name}'.`);
  },
});

export const createAgentIdentity = mailCommand({
  name: 'create_agent_identity',
  summary: 'Create a new, unique agent identity, never an existing one.',
  description: `
    Create a fresh agent identity that is guaranteed to be new in the project, and return it. This is the strict sister
    of register_agent: where that one updates an agent that already has the name, this one refuses, so two workers can
    never end up sharing an inbox and each other's file reservations by accident.

    Use it when several agents of the same kind are started side by side, when a session spawns helpers that need
    addresses of their own, or when you do not know which names are in use. To resume an earlier identity, use
    register_agent with its name instead.

    Without name_hint a free name is drawn from an adjective and a noun, such as "GreenCastle"; a number is added only
    once all combinations are taken. With name_hint exactly that name is created, or AGENT_NAME_TAKEN is answered with a
    free alternative in the suggestion; nothing is registered in that case. Returns the full profile. Pitfalls:
    - Calling it twice makes two agents. After a timeout, look with whois whether the first call went through.
    - There is no tool to delete an agent: its messages would lose their author. Do not create identities to try things.
    - The new agent has the contact policy "open" and no contacts; it does not inherit any from its creator.`,
  category: 'identity',
  tags: ['setup'],
  aliases: ['new agent', 'spawn identity', 'generate name', 'unique agent'],
  mutation: true,
  executionTime: 'instant',
  errors: ['PROJECT_NOT_FOUND', 'AGENT_NAME_TAKEN'],
  relatedTools: ['register_agent', 'whois', 'macro_contact_handshake'],
  input: z.object({
    project_key: projectKey,
    program,
    model,
    name_hint: newName.optional().describe('The name to create, letters and digits. Default: a free name is chosen.'),
    task_description: taskDescription.default(''),
  }),
  output: agentShape,
  examples: [
    {
      title: 'A helper with a chosen name',
      input: {
        project_key: '/data/projects/backend',
        program: 'claude-code',
        model: 'sonnet-4.5',
        name_hint: 'SilverFox',
        task_description: 'Writes the integration tests for the billing service',
      },
    },
  ],
  run(mail, { project_key, name_hint, ...profile }) {
    const agent = createAgent(mail, findProject(mail, project_key), { ...profile, name: name_hint });
    return answer(showAgent(agent), `Created '${agent.name}'.`);
  },
});

export const whois = mailCommand({
  name: 'whois',
  summary: 'Look up the profile, activity and reservations of an agent.',
  description: `
    Look up one agent of a project: which program and model it is, what it is working on, since when it exists, when it
    was last active, its contact policy, how many messages wait unread in its inbox, and what files it holds. Works for
    any agent of the project, including yourself, and changes nothing.

    Use it before writing to an agent you do not know, to see whether it is the right one and whether its policy will
    let your message through; before force_release_file_reservation, to see whether the holder is still alive; and to
    check your own registration. last_active_ts moves when an agent registers, sends, marks mail, reserves or releases;
    merely reading the inbox does not move it, so a quiet agent may still be listening.

    With include_recent (the default) the answer also lists the subjects of the last five messages the agent sent, not
    their bodies. Set it to false for a shorter answer. Pitfalls:
    - An unknown name answers AGENT_NOT_FOUND with the names most like it and those that exist; use it to correct
      yourself rather than registering the misspelt name.
    - task_description is what the agent said when it last registered. Compare it with last_active_ts before relying
      on it.`,
  category: 'identity',
  tags: ['core', 'lookup'],
  aliases: ['agent profile', 'who is', 'directory', 'is agent active', 'what is agent working on'],
  executionTime: 'fast',
  errors: ['PROJECT_NOT_FOUND', 'AGENT_NOT_FOUND'],
  relatedTools: ['register_agent', 'list_contacts', 'send_message'],
  input: z.object({
    project_key: projectKey,
    agent_name: agentName.describe('The agent to look up. Letter case does not matter.'),
    include_recent: z.boolean().default(true).describe('Add the last five messages it sent. Default true.'),
  }),
  output: agentShape.extend({
    unread_messages: z.int(),
    active_reservations: z.array(reservationShape),
    recent_messages: z
      .array(z.object({ id: z.int(), thread_id: z.string(), subject: z.string(), created_ts: z.string() }))
      .optional(),
  }),
  examples: [
    { title: 'What is BlueLake doing?', input: { project_key: '/data/projects/backend', agent_name: 'BlueLake' } },
    {
      title: 'Only the profile',
      input: { project_key: '/data/projects/backend', agent_name: 'GreenCastle', include_recent: false },
    },
  ],
  run(mail, { project_key, agent_name, include_recent }) {
    const { project, agent } = participant(mail, project_key, agent_name);
    const held = activeReservations(mail, project).filter((one) => one.agent_id === agent.id);
    const sql = `SELECT id, thread_id, subject, created_ts FROM messages WHERE sender_id = ? ORDER BY id DESC LIMIT ${RECENT}`;
    const recent = () => mail.db.all<Pick<Message, 'id' | 'thread_id' | 'subject' | 'created_ts'>>(sql, agent.id);
    const data = {
      ...showAgent(agent),
      unread_messages: unreadOf(mail, agent),
      active_reservations: held.map(showReservation),
      ...(include_recent && { recent_messages: recent() }),
    };
    return answer(data, `'${agent.name}' was last active at ${agent.last_active_ts}.`);
  },
});
