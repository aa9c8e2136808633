/** The rows as they are stored: one interface per table. Times are ISO 8601 in UTC, flags are 0 or 1. */

export const CONTACT_POLICIES = ['open', 'contacts_only', 'block'] as const;
export type ContactPolicy = (typeof CONTACT_POLICIES)[number];

export const IMPORTANCES = ['low', 'normal', 'high', 'urgent'] as const;
export type Importance = (typeof IMPORTANCES)[number];

export type RecipientKind = 'to' | 'cc' | 'bcc';
export type ContactStatus = 'pending' | 'approved' | 'rejected';

export interface Project {
  readonly id: number;
  readonly slug: string;
  /** The absolute path that the agents of a project share. */
  readonly human_key: string;
  readonly created_ts: string;
}

export interface Agent {
  readonly id: number;
  readonly project_id: number;
  readonly name: string;
  readonly program: string;
  readonly model: string;
  readonly task_description: string;
  readonly contact_policy: ContactPolicy;
  readonly inception_ts: string;
  readonly last_active_ts: string;
}

export interface Message {
  readonly id: number;
  readonly project_id: number;
  readonly sender_id: number;
  readonly thread_id: string;
  readonly reply_to: number | null;
  readonly subject: string;
  readonly body_md: string;
  readonly importance: Importance;
  readonly ack_required: number;
  readonly created_ts: string;
}

export interface Recipient {
  readonly message_id: number;
  readonly agent_id: number;
  readonly kind: RecipientKind;
  readonly read_ts: string | null;
  readonly ack_ts: string | null;
}

/** One row per pair of agents, whoever asked. A rejection binds `from_id`, not `to_id`. */
export interface Contact {
  readonly id: number;
  readonly from_id: number;
  readonly to_id: number;
  readonly status: ContactStatus;
  readonly reason: string;
  readonly created_ts: string;
  readonly updated_ts: string;
  readonly expires_ts: string | null;
}

export interface Reservation {
  readonly id: number;
  readonly project_id: number;
  readonly agent_id: number;
  readonly path_pattern: string;
  readonly exclusive: number;
  readonly reason: string;
  readonly created_ts: string;
  readonly expires_ts: string;
  readonly released_ts: string | null;
}

export interface Guard {
  readonly id: number;
  readonly project_id: number;
  readonly repo_path: string;
  readonly installed_ts: string;
}

export interface Tables {
  readonly projects: Project;
  readonly agents: Agent;
  readonly messages: Message;
  readonly recipients: Recipient & { readonly id: number };
  readonly contacts: Contact;
  readonly reservations: Reservation;
  readonly guards: Guard;
}
