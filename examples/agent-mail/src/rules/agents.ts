import type { z } from 'zod';
import type { Mail } from '../mail.ts';
import type { Agent, Project } from '../records.ts';
import { didYouMean, Refusal } from '../refusal.ts';
import type { agentShape } from '../shapes.ts';
import { freeName } from './agent-names.ts';
import { findProject } from './projects.ts';

export interface Profile {
  readonly name?: string | undefined;
  readonly program: string;
  readonly model: string;
  readonly task_description?: string | undefined;
}

export function namesIn({ db }: Mail, project: Project): string[] {
  return db
    .all<{ name: string }>('SELECT name FROM agents WHERE project_id = ? ORDER BY name', project.id)
    .map(({ name }) => name);
}

export function findAgent(mail: Mail, project: Project, name: string): Agent {
  const agent = lookUp(mail, project, name);
  if (agent) return agent;
  const names = namesIn(mail, project);
  const known = names.length > 0 ? `its agents are ${names.slice(0, 10).join(', ')}` : 'it has no agents yet';
  throw new Refusal(
    'AGENT_NOT_FOUND',
    `There is no agent '${name}' in project '${project.human_key}'.`,
    didYouMean(name, names, `${known}. Call register_agent to add one.`),
    { agent_name: name },
  );
}

/** The project and the agent that a call is about. */
export function participant(mail: Mail, projectKey: string, name: string): { project: Project; agent: Agent } {
  const project = findProject(mail, projectKey);
  return { project, agent: findAgent(mail, project, name) };
}

/** Adds an agent, or brings the profile of the one with that name up to date. */
export function registerAgent(mail: Mail, project: Project, profile: Profile): { agent: Agent; created: boolean } {
  const known = profile.name ? lookUp(mail, project, profile.name) : undefined;
  if (!known) return { agent: createAgent(mail, project, profile), created: true };
  const { program, model, task_description = known.task_description } = profile;
  const last_active_ts = mail.now();
  mail.db.run(
    'UPDATE agents SET program = ?, model = ?, task_description = ?, last_active_ts = ? WHERE id = ?',
    program,
    model,
    task_description,
    last_active_ts,
    known.id,
  );
  return { agent: { ...known, program, model, task_description, last_active_ts }, created: false };
}

/** Always a new agent: a name that is taken is refused. */
export function createAgent(mail: Mail, project: Project, profile: Profile): Agent {
  const taken = namesIn(mail, project);
  const { name = freeName(taken), program, model, task_description = '' } = profile;
  if (taken.some((one) => one.toLowerCase() === name.toLowerCase())) {
    throw new Refusal(
      'AGENT_NAME_TAKEN',
      `There is already an agent '${name}' in project '${project.human_key}'.`,
      `Leave the name out to be given one, or take '${freeName(taken)}'. To be '${name}' again, call register_agent.`,
      { name },
    );
  }
  const now = mail.now();
  const times = { inception_ts: now, last_active_ts: now };
  const identity = { project_id: project.id, name, program, model, task_description };
  return mail.db.insert('agents', { ...identity, contact_policy: 'open', ...times });
}

/** Sending, reserving and the like show that an agent is alive; reading does not. */
export function noteActivity({ db, now }: Mail, agent: Agent): void {
  db.run('UPDATE agents SET last_active_ts = ? WHERE id = ?', now(), agent.id);
}

export function showAgent(agent: Agent): z.infer<typeof agentShape> {
  const { id: _, project_id: __, ...shown } = agent;
  return shown;
}

function lookUp({ db }: Mail, project: Project, name: string): Agent | undefined {
  return db.first<Agent>('SELECT * FROM agents WHERE project_id = ? AND name = ?', project.id, name);
}
