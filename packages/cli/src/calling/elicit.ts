import { asObject } from '@foldout/clients/internal';
import type { JsonObject } from '@foldout/core';
import { askChoice, askText, confirmed } from '../output/ask.ts';
import { oneLine } from '../output/safe-text.ts';
import { note } from '../output/terminal.ts';

/** Asks the user what a server wants to know, one question for each field. The message names the server. Its texts are made safe for a terminal. */
export async function elicitOnTerminal(params: JsonObject): Promise<JsonObject> {
  note(oneLine(String(params['message'] ?? '')));
  if (params['mode'] === 'url') {
    note(`open this address in a browser: ${oneLine(String(params['url'] ?? ''))}`);
    return { action: (await confirmed('Have you done that?', true)) ? 'accept' : 'decline' };
  }
  if (!(await confirmed('Do you want to answer?', true))) return { action: 'decline' };
  const schema = asObject(params['requestedSchema']);
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const content: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(asObject(schema['properties']))) {
    const answer = await answerTo(name, asObject(field));
    if (answer !== '' || required.includes(name)) content[name] = answer;
  }
  return { action: 'accept', content } as JsonObject;
}

async function answerTo(name: string, field: Readonly<Record<string, unknown>>): Promise<unknown> {
  const about = [field['title'] ?? name, field['description']].filter(Boolean).map(String).join(': ');
  const question = oneLine(about);
  if (field['type'] === 'boolean') return confirmed(question, field['default'] === true);
  const choices = field['enum'];
  if (Array.isArray(choices)) return askChoice(question, choices.map(String));
  const answer = await askText(question);
  const isNumber = field['type'] === 'number' || field['type'] === 'integer';
  return isNumber && answer.trim() !== '' ? Number(answer) : answer;
}
