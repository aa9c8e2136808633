import { type Mail, secondsAfter } from '../mail.ts';
import type { Agent, Contact, Project } from '../records.ts';
import { Refusal } from '../refusal.ts';
import type { ContactView } from '../shapes.ts';

/** The one row that two agents share, whoever asked. */
export function contactBetween({ db }: Mail, a: Agent, b: Agent): Contact | undefined {
  return db.first<Contact>(
    'SELECT * FROM contacts WHERE min(from_id, to_id) = ? AND max(from_id, to_id) = ?',
    Math.min(a.id, b.id),
    Math.max(a.id, b.id),
  );
}

export function areContacts(mail: Mail, a: Agent, b: Agent): boolean {
  const contact = contactBetween(mail, a, b);
  return contact?.status === 'approved' && !hasExpired(mail, contact);
}

/** Whether `recipient` has said no to `sender`. That never expires. */
export function hasRejected(mail: Mail, recipient: Agent, sender: Agent): boolean {
  const contact = contactBetween(mail, sender, recipient);
  return contact?.status === 'rejected' && contact.from_id === sender.id;
}

interface Request {
  readonly from: Agent;
  readonly to: Agent;
  readonly reason: string;
  readonly seconds: number;
}

/** Asks for a contact. Two agents that ask each other have agreed. `asked` says whether a request is new. */
export function requestContact(mail: Mail, request: Request): { contact: Contact; asked: boolean } {
  const { from, to, reason, seconds } = request;
  refuseImpossible(mail, from, to);
  const expires_ts = secondsAfter(mail.now(), seconds);
  const known = contactBetween(mail, from, to);
  const live = known !== undefined && !hasExpired(mail, known);
  if (live && known.status === 'approved') return { contact: known, asked: false };
  const mutual = live && known.status === 'pending' && known.from_id === to.id;
  const status = mutual ? 'approved' : 'pending';
  const asked = !mutual && !(live && known.status === 'pending');
  return { contact: save(mail, { from, to, status, reason, expires_ts }), asked };
}

/** `me` answers what `other` asked; an approval can be taken back later, by either side. */
export function respondContact(mail: Mail, me: Agent, other: Agent, accept: boolean, seconds: number): Contact {
  const known = contactBetween(mail, me, other);
  const mayEnd = !accept && known?.status === 'approved';
  if (!known || (known.from_id !== other.id && !mayEnd)) {
    throw new Refusal(
      'CONTACT_NOT_FOUND',
      `'${other.name}' has not asked '${me.name}' for a contact.`,
      known
        ? `The request is yours: wait until '${other.name}' answers it with respond_contact.`
        : 'Call list_contacts to see open requests, or request_contact to ask yourself.',
    );
  }
  if (accept && known.status === 'pending' && hasExpired(mail, known)) {
    throw new Refusal(
      'CONTACT_EXPIRED',
      `The request of '${other.name}' expired at ${known.expires_ts}.`,
      `Call request_contact from '${me.name}' to '${other.name}' to ask the other way round.`,
    );
  }
  const status = accept ? 'approved' : 'rejected';
  const expires_ts = accept ? secondsAfter(mail.now(), seconds) : null;
  return save(mail, { from: other, to: me, status, reason: known.reason, expires_ts });
}

export function contactsOf(mail: Mail, project: Project, agent: Agent): ContactView[] {
  const rows = mail.db.all<Contact & { from_name: string; to_name: string }>(
    `SELECT c.*, f.name AS from_name, t.name AS to_name FROM contacts c
     JOIN agents f ON f.id = c.from_id JOIN agents t ON t.id = c.to_id
     WHERE (c.from_id = ? OR c.to_id = ?) AND f.project_id = ? ORDER BY c.updated_ts DESC, c.id`,
    agent.id,
    agent.id,
    project.id,
  );
  return rows.map((row) => showContact(mail, row, row.from_name, row.to_name));
}

export function showContact(mail: Mail, contact: Contact, from: string, to: string): ContactView {
  const { reason, updated_ts, expires_ts } = contact;
  return { from, to, status: hasExpired(mail, contact) ? 'expired' : contact.status, reason, updated_ts, expires_ts };
}

function hasExpired({ now }: Mail, { expires_ts }: Contact): boolean {
  return expires_ts !== null && expires_ts <= now();
}

function refuseImpossible(mail: Mail, from: Agent, to: Agent): void {
  if (from.id === to.id) {
    throw new Refusal(
      'CONTACT_WITH_SELF',
      `'${from.name}' cannot be its own contact.`,
      'Name another agent in to_agent.',
    );
  }
  if (to.contact_policy === 'block' || hasRejected(mail, to, from)) {
    throw new Refusal(
      'CONTACT_BLOCKED',
      `'${to.name}' takes no contact requests from '${from.name}'.`,
      `Only '${to.name}' can change that, with set_contact_policy or respond_contact. Ask another agent instead.`,
    );
  }
}

function save(mail: Mail, given: Omit<Request, 'seconds'> & Pick<Contact, 'status' | 'expires_ts'>): Contact {
  const { from, to, status, reason, expires_ts } = given;
  const now = mail.now();
  const known = contactBetween(mail, from, to);
  if (known) mail.db.run('DELETE FROM contacts WHERE id = ?', known.id);
  const times = { created_ts: known?.created_ts ?? now, updated_ts: now, expires_ts };
  return mail.db.insert('contacts', { from_id: from.id, to_id: to.id, status, reason, ...times });
}
