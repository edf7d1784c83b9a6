/** Controller revisions: the past states of DaemonSets and StatefulSets. */
import { ageColumn, column, none } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import {
  fillAbsent,
  isSince,
  goOf,
  required,
  type FieldErrors,
  controllerOf,
  rawText,
  showStruct,
  utf8Bytes,
  type Shown,
  shownNull,
} from '#values';
import {
  validateMetadata,
  validateMetadataUpdate,
  validateUnchanged,
} from '../object/validate-metadata.ts';
import { validateNonNegative } from '../object/validate-values.ts';
import type { ControllerRevision } from '#types';

export const controllerRevision: Kind<ControllerRevision> = defineKind<ControllerRevision>({
  group: 'apps',
  version: 'v1',
  kind: 'ControllerRevision',
  plural: 'controllerrevisions',
  namespaced: true,
  rules: {
    defaults: (object) => fillAbsent(object, { revision: 0 }),
    validate: validateRevision,
    validateUpdate(errors, object, old) {
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      validateMetadata(errors, object.metadata, controllerRevision);
      if (isSince(errors, 'RevisionsHoldObjects'))
        validateNonNegative(errors, object.revision, 'revision');
      else validateRevision(errors, object);
      // Go compares its bytes, and shows a missing value as the text that it was.
      validateUnchanged(errors, rawText(object.data), rawText(old.data), 'data', () =>
        object.data == null ? shownNull : showRaw(rawText(object.data)),
      );
    },
  },
  table: {
    columns: [
      column('Controller', 'string', 'What the revision is a past state of.', ownerText),
      column('Revision', 'string', 'Number of the revision.', (object) => object.revision ?? 0),
      ageColumn,
    ],
  },
  view: { isLeftOutOfSummary: true, isMadeByOthers: true },
});

/** Prints a JSON text: its bytes as Go does, or the text itself. */
function showRaw(text: string): Shown {
  const bytes = [...utf8Bytes(text)].map((byte) => `0x${byte.toString(16)}`);
  const code = showStruct('runtime.Unknown', [
    ['TypeMeta', 'runtime.TypeMeta{APIVersion:"", Kind:""}'],
    ['Raw', `[]uint8{${bytes.join(', ')}}`],
    ['ContentEncoding', '""'],
    ['ContentType', '"application/json"'],
  ]);
  return { go: goOf(code), json: text };
}

function validateRevision(errors: FieldErrors, { data, revision }: ControllerRevision): void {
  if (isSince(errors, 'RevisionsHoldObjects')) {
    validateNonNegative(errors, revision, 'revision');
    const why = 'data must be a valid JSON object';
    if (data != null && !rawText(data).trimStart().startsWith('{'))
      errors.push(required('data', why));
  }
  if (data == null) errors.push(required('data', 'data is mandatory'));
  if (!isSince(errors, 'RevisionsHoldObjects')) validateNonNegative(errors, revision, 'revision');
}

/** `daemonset.apps/agent` */
function ownerText(object: ControllerRevision): string {
  const owner = controllerOf(object);
  if (owner === undefined) return none;
  const slash = owner.apiVersion.indexOf('/');
  const group = slash < 0 ? '' : `.${owner.apiVersion.slice(0, slash)}`;
  return `${owner.kind.toLowerCase()}${group}/${owner.name}`;
}
