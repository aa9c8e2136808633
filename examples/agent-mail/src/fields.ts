import { z } from 'zod';
import { normalizePattern } from './glob-overlap.ts';
import { IMPORTANCES } from './mail.ts';

// Fields that several commands share, so that they are described in the same words.

export const text = (maximum: number) => z.string().trim().min(1).max(maximum);

export const humanKey = z
  .string()
  .refine((path) => /^(\/|[A-Za-z]:[\\/])/.test(path), 'Expected an absolute path such as /data/projects/backend')
  .describe('Absolute path of the working directory that the agents share, such as "/data/projects/backend".');
export const project_key = text(1000).describe(
  'The project: the absolute path given to ensure_project, such as "/data/projects/backend", or its slug.',
);
export const agentName = text(40);
export const agent_name = agentName.describe('Your own agent name in this project, exactly as it was registered.');
export const newName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9]{1,39}$/)
  .optional()
  .describe('2 to 40 letters and digits, a letter first. Default: a free name is chosen.');
export const profile = {
  program: text(80).describe('The coding program you run in, such as "claude-code" or "codex-cli".'),
  model: text(80).describe('The model behind the agent, such as "opus-4.1" or "gpt5-codex".'),
  task_description: z
    .string()
    .max(2000)
    .optional()
    .describe('What the agent is working on, in a sentence or two; others see it through whois.'),
};
export const message_id = z.int().min(1).describe('The number of the message, as fetch_inbox shows it.');
export const recipients = z.array(agentName).max(50);
export const importance = z.enum(IMPORTANCES).default('normal').describe('How soon it should be read.');
export const thread_id = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/)
  .describe('Such as "TKT-123": letters, digits, ".", "_" and "-".');
export const paths = z
  .array(
    z
      .string()
      .max(500)
      .refine(
        (path) => !/^([/\\]|[A-Za-z]:)/.test(path) && !path.split('/').includes('..'),
        'Expected a path in the project',
      )
      .transform(normalizePattern),
  )
  .min(1)
  .max(50)
  .describe('Paths or globs relative to the project root: * within a folder, ** across folders.');
export const reservation_ids = z.array(z.int()).max(50).optional().describe('Numbers of reservations.');
export const reservationSeconds = z.int().min(60).max(604_800).default(3600).describe('How long to hold, in seconds.');
export const contactSeconds = z
  .int()
  .min(60)
  .max(31_536_000)
  .default(604_800)
  .describe('Until it expires, in seconds.');
export const limit = z.int().min(1).max(100).default(20).describe('Most messages to return.');
export const reason = z.string().max(500).default('').describe('Why, in a sentence; the other agent sees it.');
export const since_ts = z.iso.datetime().optional().describe('Only messages after this time.');
