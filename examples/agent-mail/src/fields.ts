import { z } from 'zod';
import { IMPORTANCES } from './records.ts';

/** Input fields that several commands share, so that they are said in the same words everywhere. */

const text = (maximum: number) => z.string().trim().min(1).max(maximum);

export const absolutePath = z
  .string()
  .trim()
  .max(1000)
  .refine((path) => /^(\/|[A-Za-z]:[\\/])/.test(path), 'Expected an absolute path such as /data/projects/backend');

export const projectKey = text(1000).describe(
  'The project: the absolute path given to ensure_project, such as "/data/projects/backend", or its slug.',
);

/** Letters and digits, so that a name can be mentioned as @Name and used in a shell without quoting. */
export const newName = z
  .string()
  .trim()
  .refine((name) => /^[A-Za-z][A-Za-z0-9]{1,39}$/.test(name), 'Expected 2 to 40 letters and digits, a letter first');

export const agentName = text(40);
export const actingAgent = agentName.describe('Your own agent name in this project, exactly as it was registered.');

export const program = text(80).describe('The coding program you run in, such as "claude-code" or "codex-cli".');
export const model = text(80).describe('The model behind the agent, such as "opus-4.1" or "gpt5-codex".');
export const taskDescription = z
  .string()
  .trim()
  .max(2000)
  .describe('What the agent is working on, in a sentence or two; others see it through whois.');

export const rowId = z.int().min(1).max(1_000_000_000);
export const subject = text(200);
export const body = text(50_000);
export const importance = z.enum(IMPORTANCES).default('normal');

export const recipients = z.array(agentName).max(50);

export const threadId = z
  .string()
  .trim()
  .refine(
    (id) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(id),
    'Expected at most 128 letters, digits, ".", "_" or "-", such as TKT-123',
  );

/** The plain format keeps the JSON Schema short. */
export const time = z
  .string()
  .refine((value) => /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)), 'Expected an ISO 8601 time')
  .meta({ format: 'date-time' });

export const pathPattern = z
  .string()
  .trim()
  .max(500)
  .refine((path) => !path.startsWith('/') && !/^[A-Za-z]:/.test(path), 'Expected a path relative to the project root')
  .refine((path) => !path.includes('\\'), 'Expected forward slashes')
  .refine((path) => !/[{}]/.test(path), 'Braces are not expanded: give one pattern per alternative')
  .refine((path) => !path.split('/').includes('..'), 'A pattern cannot leave the project root')
  .refine((path) => path.split('/').some((part) => part !== '' && part !== '.'), 'Expected at least one path segment');

export const pathPatterns = z.array(pathPattern).min(1).max(50);

const HOUR = 3600;
export const reservationSeconds = z
  .int()
  .min(60)
  .max(7 * 24 * HOUR)
  .default(HOUR);
export const contactSeconds = z
  .int()
  .min(60)
  .max(365 * 24 * HOUR);

export const inboxLimit = z.int().min(1).max(100);
