/** A call, and what its answer has to contain. */
export interface Step {
  readonly tool: string;
  readonly input: Record<string, unknown>;
  readonly answer: object;
  /** Time that passes before the call. */
  readonly afterMinutes?: number;
}

/** The time of the first call. */
export const START = '2026-01-01T00:00:00.000Z';

const project_key = '/data/projects/backend';
const program = { program: 'codex', model: 'gpt' };
const lake = { project_key, agent_name: 'BlueLake' };
const castle = { project_key, agent_name: 'GreenCastle' };

/** A day of two agents that calls each of the 27 tools once, in an order in which each call succeeds. */
export function workday(repository: string): readonly Step[] {
  return [
    { tool: 'health_check', input: {}, answer: { status: 'ok' } },
    { tool: 'ensure_project', input: { human_key: project_key }, answer: { human_key: project_key } },
    { tool: 'register_agent', input: { project_key, ...program, name: 'BlueLake' }, answer: { name: 'BlueLake' } },
    {
      tool: 'create_agent_identity',
      input: { project_key, ...program, name_hint: 'GreenCastle' },
      answer: { name: 'GreenCastle' },
    },
    { tool: 'whois', input: { ...lake }, answer: { name: 'BlueLake', program: 'codex' } },
    {
      tool: 'request_contact',
      input: { project_key, from_agent: 'GreenCastle', to_agent: 'BlueLake' },
      answer: { status: 'pending' },
    },
    {
      tool: 'respond_contact',
      input: { project_key, to_agent: 'BlueLake', from_agent: 'GreenCastle', accept: true },
      answer: { status: 'approved' },
    },
    { tool: 'list_contacts', input: { ...lake }, answer: { contacts: [{ status: 'approved' }] } },
    {
      tool: 'set_contact_policy',
      input: { ...lake, policy: 'contacts_only' },
      answer: { contact_policy: 'contacts_only' },
    },
    {
      tool: 'send_message',
      input: {
        project_key,
        sender_name: 'GreenCastle',
        to: ['BlueLake'],
        subject: 'Users',
        body_md: 'May I change users.ts?',
        thread_id: 'users',
      },
      answer: { id: 2, subject: 'Users', to: ['BlueLake'] },
    },
    { tool: 'fetch_inbox', input: { ...lake }, answer: { messages: [{ id: 2, subject: 'Users' }, { id: 1 }] } },
    { tool: 'mark_message_read', input: { ...lake, message_id: 2 }, answer: { message_id: 2, ack_ts: null } },
    { tool: 'acknowledge_message', input: { ...lake, message_id: 2 }, answer: { message_id: 2, ack_ts: START } },
    {
      tool: 'reply_message',
      input: { project_key, message_id: 2, sender_name: 'BlueLake', body_md: 'Yes.' },
      answer: { id: 3, subject: 'Re: Users', to: ['GreenCastle'] },
    },
    { tool: 'search_messages', input: { project_key, query: 'users.ts' }, answer: { messages: [{ id: 2 }] } },
    {
      tool: 'summarize_thread',
      input: { project_key, thread_id: 'users' },
      answer: { thread_id: 'users', total_messages: 2 },
    },
    {
      tool: 'summarize_threads',
      input: { project_key, thread_ids: ['users'] },
      answer: { threads: [{ thread_id: 'users', total_messages: 2 }] },
    },
    { tool: 'file_reservation_paths', input: { ...lake, paths: ['src/**'] }, answer: { granted: [{ id: 1 }] } },
    {
      tool: 'renew_file_reservations',
      input: { ...lake, file_reservation_ids: [1] },
      answer: { renewed: [{ id: 1 }] },
    },
    {
      tool: 'macro_file_reservation_cycle',
      input: { ...castle, paths: ['docs/**'], auto_release: true },
      answer: { conflicts: [] },
    },
    {
      tool: 'macro_contact_handshake',
      input: { project_key, requester: 'BlueLake', target: 'GreenCastle', auto_accept: true },
      answer: { status: 'approved' },
    },
    {
      tool: 'macro_prepare_thread',
      input: { project_key, thread_id: 'users', ...program, agent_name: 'GreenCastle' },
      answer: { thread: { thread_id: 'users' } },
    },
    {
      tool: 'macro_start_session',
      input: { human_key: project_key, ...program, agent_name: 'GreenCastle' },
      answer: { agent: { name: 'GreenCastle' } },
    },
    {
      tool: 'install_precommit_guard',
      input: { project_key, code_repo_path: repository },
      answer: { hook: `${repository}/.git/hooks/pre-commit` },
    },
    {
      tool: 'uninstall_precommit_guard',
      input: { code_repo_path: repository },
      answer: { removed: `${repository}/.git/hooks/pre-commit` },
    },
    {
      tool: 'force_release_file_reservation',
      afterMinutes: 31,
      input: { ...castle, file_reservation_id: 1 },
      answer: { id: 1, released_ts: '2026-01-01T00:31:00.000Z' },
    },
    { tool: 'release_file_reservations', input: { ...lake }, answer: { released: [] } },
  ];
}
