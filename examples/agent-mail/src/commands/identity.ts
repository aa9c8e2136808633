import { z } from 'zod';
import { inboxOf } from '../delivery.ts';
import { agentName, humanKey, newName, profile, project_key } from '../fields.ts';
import { type Agent, activeReservations, agentOf, later, type Mail, type Project, projectOf } from '../mail.ts';
import { CHANGES, category, Refusal } from '../mail-command.ts';

const ADJECTIVES = ['Amber', 'Blue', 'Calm', 'Green', 'Ivory', 'Olive', 'Quiet', 'Red', 'Silver', 'Wild'];
const NOUNS = ['Bear', 'Castle', 'Cedar', 'Dune', 'Fox', 'Harbor', 'Lake', 'Otter', 'River', 'Stone'];

export interface Profile {
  readonly program: string;
  readonly model: string;
  readonly task_description?: string | undefined;
}

/** An adjective and a noun, such as BlueLake. Appends a number if that name is taken. */
function freeName({ agents }: Project): string {
  const taken = agents.size;
  const name = `${ADJECTIVES[taken % 10]}${NOUNS[Math.floor(taken / 10 + taken) % 10]}`;
  return agents.has(name.toLowerCase()) || taken >= 100 ? `${name}${taken}` : name;
}

export function ensureProject(mail: Mail, human_key: string): Project {
  const known = mail.projects.get(human_key);
  if (known) return known;
  const slug = human_key
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const lists = { messages: [], contacts: [], reservations: [] };
  const project: Project = { human_key, slug, agents: new Map(), ...lists, guarded: new Set() };
  mail.projects.set(human_key, project);
  return project;
}

/** Registers a name, or updates the profile of the agent that has it. */
export function register(mail: Mail, project: Project, name: string | undefined, given: Profile): Agent {
  const chosen = name ?? freeName(project);
  const { program, model, task_description } = given;
  const before = project.agents.get(chosen.toLowerCase());
  const agent: Agent = {
    name: before?.name ?? chosen,
    program,
    model,
    task_description: task_description ?? before?.task_description ?? '',
    contact_policy: before?.contact_policy ?? 'open',
    last_active_ts: later(mail),
  };
  project.agents.set(chosen.toLowerCase(), agent);
  return agent;
}

export const identityCommands = (mail: Mail) => {
  const read = category('identity');
  const write = category('identity', CHANGES);
  return [
    category('infrastructure')(
      'health_check',
      'Check that the mail server is up, and how much it holds. Takes no parameters and changes nothing.',
      {},
      () => {
        const projects = [...mail.projects.values()];
        const count = (size: (project: Project) => number) => projects.reduce((sum, one) => sum + size(one), 0);
        const [agents, messages] = [count((one) => one.agents.size), count((one) => one.messages.length)];
        return { status: 'ok', time: later(mail), projects: projects.length, agents, messages };
      },
    ),
    category('infrastructure', CHANGES)(
      'ensure_project',
      'Create a project for a working directory, or find the one it has. Names, messages, contacts and file ' +
        'reservations belong to one project. Calling it again is harmless.',
      { human_key: humanKey },
      ({ human_key }) => ({ human_key, slug: ensureProject(mail, human_key).slug }),
    ),
    write(
      'register_agent',
      'Register an agent in a project, or update its profile. Call it at the start of each session with the name you ' +
        'had before; leave name out to be given one.',
      { project_key, ...profile, name: newName },
      ({ project_key, name, ...given }) => register(mail, projectOf(mail, project_key), name, given),
    ),
    write(
      'create_agent_identity',
      'Create a new, unique agent identity, never an existing one. Use it when several agents of the same kind start ' +
        'side by side: a name that is taken is refused.',
      { project_key, ...profile, name_hint: newName },
      ({ project_key, name_hint, ...given }) => {
        const project = projectOf(mail, project_key);
        if (name_hint === undefined || !project.agents.has(name_hint.toLowerCase())) {
          return register(mail, project, name_hint, given);
        }
        const suggestion = `'${freeName(project)}' is free. To come back as this agent, call register_agent.`;
        throw new Refusal('AGENT_NAME_TAKEN', `'${name_hint}' is registered.`, suggestion);
      },
    ),
    read(
      'whois',
      'Look up the profile, activity and reservations of an agent. Use it before you write to an agent that you do ' +
        'not know.',
      {
        project_key,
        agent_name: agentName.describe('The agent to look up. Letter case does not matter.'),
        include_recent: z.boolean().default(true).describe('Add the last five messages that it sent.'),
      },
      ({ project_key, agent_name, include_recent }) => {
        const project = projectOf(mail, project_key);
        const agent = agentOf(project, agent_name);
        const sent = project.messages.filter(({ from }) => from === agent.name).slice(-5);
        return {
          ...agent,
          unread_messages: inboxOf(project, agent.name).filter(({ read }) => !read.has(agent.name)).length,
          active_reservations: activeReservations(mail, project).filter((one) => one.agent === agent.name),
          ...(include_recent && { recent_messages: sent.map(({ id, subject }) => ({ id, subject })) }),
        };
      },
    ),
  ];
};
