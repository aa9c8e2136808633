import type { Mail } from '../mail.ts';
import type { Agent, Message } from '../records.ts';
import { Refusal } from '../refusal.ts';
import { areContacts, hasRejected } from './contacts.ts';

type Obstacle = 'CONTACT_BLOCKED' | 'CONTACT_REQUIRED';

/**
 * Whether a message may reach everybody it is for. One recipient that may not be written to stops the whole message,
 * so that nobody works on a plan that half of the team has not seen.
 */
export function refuseUndeliverable(mail: Mail, sender: Agent, recipients: readonly Agent[], answered?: Message): void {
  const refused = recipients.flatMap((recipient) => {
    const obstacle = obstacleTo(mail, sender, recipient, answered);
    return obstacle ? [{ recipient, obstacle }] : [];
  });
  const worst = refused.find(({ obstacle }) => obstacle === 'CONTACT_BLOCKED') ?? refused[0];
  if (!worst) return;
  const names = refused.map(({ recipient }) => recipient.name);
  const quoted = names.map((name) => `'${name}'`).join(', ');
  const details = { recipients: refused.map(({ recipient, obstacle }) => ({ name: recipient.name, code: obstacle })) };
  if (worst.obstacle === 'CONTACT_BLOCKED') {
    throw new Refusal(
      'CONTACT_BLOCKED',
      `'${sender.name}' may not write to ${quoted}; nothing was sent.`,
      `Leave out '${worst.recipient.name}', which takes no messages from you.`,
      details,
    );
  }
  throw new Refusal(
    'CONTACT_REQUIRED',
    `${quoted} only takes messages from approved contacts; nothing was sent.`,
    `Call request_contact from '${sender.name}' to '${names[0]}', wait for the answer, then send again.`,
    details,
  );
}

function obstacleTo(mail: Mail, sender: Agent, recipient: Agent, answered: Message | undefined): Obstacle | undefined {
  if (recipient.id === sender.id) return undefined;
  if (recipient.contact_policy === 'block' || hasRejected(mail, recipient, sender)) return 'CONTACT_BLOCKED';
  if (recipient.contact_policy === 'open' || areContacts(mail, sender, recipient)) return undefined;
  // Who writes to somebody expects an answer.
  return answered?.sender_id === recipient.id ? undefined : 'CONTACT_REQUIRED';
}
