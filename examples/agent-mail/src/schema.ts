export const SCHEMA = `
CREATE TABLE projects (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  slug TEXT NOT NULL UNIQUE,
  human_key TEXT NOT NULL UNIQUE,
  created_ts TEXT NOT NULL
);
CREATE TABLE agents (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects (id),
  name TEXT NOT NULL COLLATE NOCASE,
  program TEXT NOT NULL,
  model TEXT NOT NULL,
  task_description TEXT NOT NULL,
  contact_policy TEXT NOT NULL CHECK (contact_policy IN ('open', 'contacts_only', 'block')),
  inception_ts TEXT NOT NULL,
  last_active_ts TEXT NOT NULL,
  UNIQUE (project_id, name)
);
CREATE TABLE messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects (id),
  sender_id INTEGER NOT NULL REFERENCES agents (id),
  thread_id TEXT NOT NULL,
  reply_to INTEGER REFERENCES messages (id),
  subject TEXT NOT NULL,
  body_md TEXT NOT NULL,
  importance TEXT NOT NULL CHECK (importance IN ('low', 'normal', 'high', 'urgent')),
  ack_required INTEGER NOT NULL,
  created_ts TEXT NOT NULL
);
CREATE INDEX messages_by_thread ON messages (project_id, thread_id);
CREATE VIRTUAL TABLE message_words USING fts5 (
  subject, body_md, content = 'messages', content_rowid = 'id', tokenize = 'porter unicode61'
);
CREATE TABLE recipients (
  id INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL REFERENCES messages (id),
  agent_id INTEGER NOT NULL REFERENCES agents (id),
  kind TEXT NOT NULL CHECK (kind IN ('to', 'cc', 'bcc')),
  read_ts TEXT,
  ack_ts TEXT CHECK (ack_ts IS NULL OR read_ts IS NOT NULL),
  UNIQUE (message_id, agent_id)
);
CREATE INDEX recipients_by_agent ON recipients (agent_id, message_id);
CREATE TABLE contacts (
  id INTEGER PRIMARY KEY,
  from_id INTEGER NOT NULL REFERENCES agents (id),
  to_id INTEGER NOT NULL REFERENCES agents (id),
  status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
  reason TEXT NOT NULL,
  created_ts TEXT NOT NULL,
  updated_ts TEXT NOT NULL,
  expires_ts TEXT,
  CHECK (from_id <> to_id)
);
CREATE UNIQUE INDEX contacts_by_pair ON contacts (min(from_id, to_id), max(from_id, to_id));
CREATE TABLE reservations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects (id),
  agent_id INTEGER NOT NULL REFERENCES agents (id),
  path_pattern TEXT NOT NULL,
  exclusive INTEGER NOT NULL,
  reason TEXT NOT NULL,
  created_ts TEXT NOT NULL,
  expires_ts TEXT NOT NULL,
  released_ts TEXT
);
CREATE INDEX reservations_by_project ON reservations (project_id, released_ts, expires_ts);
CREATE TABLE guards (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES projects (id),
  repo_path TEXT NOT NULL UNIQUE,
  installed_ts TEXT NOT NULL
);
`;
