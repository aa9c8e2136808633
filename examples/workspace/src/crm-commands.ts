import { type Command, defineCommand, failure, success } from '@foldout/core';
import { z } from 'zod';

const fields = z.record(z.string(), z.string()).describe('Field name to value');
const record = z.object({ recordId: z.string(), objectType: z.enum(['Lead', 'Account', 'Note']), fields });
type CrmRecord = z.infer<typeof record>;

/** A customer register, in memory. */
export function crmCommands(): Command[] {
  const records = new Map<string, CrmRecord>(
    [
      { recordId: 'lead-1', objectType: 'Lead' as const, fields: { Name: 'Ada Brown', Company: 'North Mills' } },
      { recordId: 'note-1', objectType: 'Note' as const, fields: { Title: 'Empty note', Body: '' } },
    ].map((one) => [one.recordId, one]),
  );
  const missing = (id: string) =>
    failure({ code: 'NOT_FOUND', message: `There is no record '${id}'`, suggestion: 'Look for it with find_records.' });
  return [
    defineCommand({
      name: 'find_records',
      category: 'crm',
      mutation: false,
      description: 'Finds customer records by type and by a word in any of their fields.',
      input: z.object({ objectType: record.shape.objectType.optional(), word: z.string().optional() }),
      output: z.object({ records: z.array(record) }),
      handler: ({ objectType, word = '' }) => {
        const found = [...records.values()]
          .filter((one) => objectType === undefined || one.objectType === objectType)
          .filter((one) => Object.values(one.fields).some((value) => value.includes(word)));
        return success({ records: found });
      },
    }),
    defineCommand({
      name: 'get_record',
      category: 'crm',
      mutation: false,
      description: 'Reads one customer record with all of its fields.',
      input: z.object({ recordId: z.string() }),
      output: record,
      handler: ({ recordId }) => {
        const found = records.get(recordId);
        return found ? success(found) : missing(recordId);
      },
    }),
    defineCommand({
      name: 'update_record',
      category: 'crm',
      description: 'Updates fields of a customer record, such as a lead or a note.',
      mutation: true,
      input: z.object({ recordId: z.string(), data: fields }),
      output: record,
      handler: ({ recordId, data }) => {
        const found = records.get(recordId);
        if (!found) return missing(recordId);
        Object.assign(found.fields, data);
        return success(found);
      },
    }),
    defineCommand({
      name: 'create_record',
      category: 'crm',
      description: 'Creates a customer record of a type.',
      mutation: true,
      input: record.omit({ recordId: true }),
      output: record,
      handler: (input) => {
        const made = { recordId: `${input.objectType.toLowerCase()}-${records.size + 1}`, ...input };
        records.set(made.recordId, made);
        return success(made);
      },
    }),
    defineCommand({
      name: 'delete_record',
      category: 'crm',
      description: 'Deletes a customer record for good.',
      mutation: true,
      destructive: true,
      input: z.object({ recordId: z.string() }),
      handler: ({ recordId }) => (records.delete(recordId) ? success({ deleted: true }) : missing(recordId)),
    }),
  ];
}
