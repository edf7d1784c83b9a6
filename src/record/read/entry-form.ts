/** Entries as they are found, in whatever form they are written: checked, as their readers rely on their types. */
import type { RecordEntry } from '../entry.ts';
import { RecordError } from './error.ts';
import { checkForm, checkForms, checkTexts, formOf, type Place } from './form.ts';

const entryForm = formOf({
  revision: 'number',
  atMs: 'number',
  actor: 'text',
  requester: 'text?',
  reconcile: 'map?',
  causes: 'map?',
  note: 'text?',
  webhooks: 'list?',
  verb: 'text',
  kind: 'text',
  apiVersion: 'text',
  key: 'text',
  object: 'map?',
  changes: 'list?',
});
export const reconcileForm = formOf({ controller: 'text', key: 'text', number: 'number' });
const causesForm = formOf({ first: 'list', last: 'list', dropped: 'number' });
const causeForm = formOf({ revision: 'number?', timer: 'text?', retry: 'text?' });
const webhookForm = formOf({ webhook: 'text', fields: 'list' });
const fieldChangeForm = formOf({ path: 'list' });

const none: readonly never[] = [];

/** Returns the entry in a line of JSON. @throws {RecordError} */
export function entryIn(line: string, place: Place): RecordEntry {
  return entryOf(parsed(line, place), place);
}

/** @throws {RecordError} */
function parsed(line: string, place: Place): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new RecordError(`${place()}: expected an entry as JSON: ${(error as Error).message}`);
  }
}

/** Returns what was found as an entry. @throws {RecordError} */
export function entryOf(found: unknown, place: Place): RecordEntry {
  checkForm(found, entryForm, place);
  const entry = found as RecordEntry;
  const { verb, reconcile, causes, webhooks = none, changes = none } = entry;
  if (verb !== 'created' && verb !== 'updated' && verb !== 'deleted') {
    throw new RecordError(
      `${place()}.verb: expected created, updated or deleted, found ${JSON.stringify(verb)}`,
    );
  }
  if (reconcile !== undefined) checkForm(reconcile, reconcileForm, () => `${place()}.reconcile`);
  if (causes !== undefined) checkCauses(causes, () => `${place()}.causes`);
  webhooks.forEach((webhook, index) => {
    const where = (): string => `${place()}.webhooks[${index}]`;
    checkForm(webhook, webhookForm, where);
    checkTexts(webhook.fields, () => `${where()}.fields`);
  });
  checkForms(changes, fieldChangeForm, () => `${place()}.changes`);
  return entry;
}

function checkCauses(causes: object, place: Place): void {
  checkForm(causes, causesForm, place);
  const { first, last } = causes as { readonly first: unknown[]; readonly last: unknown[] };
  checkForms(first, causeForm, () => `${place()}.first`);
  checkForms(last, causeForm, () => `${place()}.last`);
}
