import type { Mail } from '../mail.ts';
import type { Agent, Contact, Project } from '../records.ts';
import { noteActivity } from './agents.ts';
import { requestContact } from './contacts.ts';
import { deliver } from './messages.ts';

/** Asks for a contact and puts a note about it into the other's inbox, whose policy does not stop that one message. */
export function introduce(
  mail: Mail,
  project: Project,
  from: Agent,
  to: Agent,
  reason: string,
  seconds: number,
): Contact {
  const { contact, asked } = requestContact(mail, { from, to, reason, seconds });
  noteActivity(mail, from);
  if (asked) {
    deliver(mail, project, {
      sender: from,
      addressees: [{ agent: to, kind: 'to' }],
      subject: `Contact request from ${from.name}`,
      body_md: `${from.name} asks to be your contact${reason ? `: ${reason}` : '.'}\n\nAnswer with respond_contact.`,
      ack_required: true,
    });
  }
  return contact;
}
