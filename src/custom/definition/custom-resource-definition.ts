/** CustomResourceDefinitions: kinds that clients declare. */
import { defineKind, type Kind, statusPart, together } from '#kinds';
import { loadForChecks } from '../late-cel.ts';
import { checksOfObjects } from '../late-checks.ts';
import { definitionColumns } from './definition-columns.ts';
import { definitionWarnings } from './warnings.ts';
import { asEstablished, withDefinitionCondition } from './status.ts';
import {
  changeField,
  fillAbsent,
  fillUnset,
  omitFields,
  formatTime,
  checkPathSegment,
} from '#values';
import { checks } from './late-checks.ts';
import type {
  CustomResourceConversion,
  CustomResourceDefinition,
  CustomResourceDefinitionCondition,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionStatus,
  CustomResourceDefinitionVersion,
} from '#types';

/** Kept until all objects of the kind are deleted. */
export const cleanupFinalizer = 'customresourcecleanup.apiextensions.k8s.io';

type Definition = CustomResourceDefinition;

export const customResourceDefinition: Kind<Definition> = defineKind<Definition>({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  namespaced: false,
  names: { shortNames: ['crd', 'crds'], categories: ['api-extensions'] },
  wire: {
    storagePath: 'apiextensions.k8s.io/customresourcedefinitions',
    requiresVersion: true,
    deleteAnswersObject: true,
  },
  subresources: {
    status: statusPart({
      ownsNoMetadata: 'all',
      ownsNoMetadataWith: 'DefinitionStatusOwnsNoMetadata',
      prepare: (object) => withStoredVersion(object),
      validate: (errors, object, old) => checks.code.validateDefinitionStatus(errors, object, old),
    }),
  },
  rules: {
    repeatsErrors: true,
    metadataChecks: 'last',
    generation: ({ spec }) => spec,
    defaults: (object) => withStoredVersion(changeField(object, 'spec', defaultSpec)),
    prepareCreate: (object) => withStorageVersion({ ...object, status: newStatus }),
    prepareUpdate: withStorageVersion,
    validateName: checkPathSegment,
    load: (profile) => together(checks.load, checksOfObjects.load, () => loadForChecks(profile)),
    warnings: definitionWarnings,
    validate: (...parts) => checks.code.validateDefinition(...parts),
    validateUpdate: (...parts) => checks.code.validateDefinitionUpdate(...parts),
    beginDeletion(object, now) {
      const { finalizers = [] } = object.metadata;
      const isKept = finalizers.includes(cleanupFinalizer);
      const metadata = {
        ...object.metadata,
        deletionTimestamp: formatTime(now),
        finalizers: isKept ? finalizers : [...finalizers, cleanupFinalizer],
      };
      return withDefinitionCondition({ ...object, metadata }, deletionPending, now);
    },
  },
  table: { columns: definitionColumns, defaultTable: true },
  view: { isLeftOutOfSummary: true, restored: asEstablished },
});

const deletionPending: CustomResourceDefinitionCondition = {
  type: 'Terminating',
  status: 'True',
  reason: 'InstanceDeletionPending',
  message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
};

const newStatus: CustomResourceDefinitionStatus = {
  acceptedNames: { kind: '', plural: '' },
  conditions: null as unknown as readonly CustomResourceDefinitionCondition[],
  storedVersions: [],
};

function defaultSpec(spec: CustomResourceDefinitionSpec): CustomResourceDefinitionSpec {
  const { kind } = spec.names;
  const names = fillUnset(spec.names, {
    singular: kind.toLowerCase(),
    ...(kind !== '' && { listKind: `${kind}List` }),
  });
  const named = names === spec.names ? spec : { ...spec, names };
  const whole = fillAbsent(named, { conversion: { strategy: 'None' } });
  return changeField(whole, 'conversion', (conversion) =>
    changeField(withoutEmptyWebhook(conversion), 'webhook', (webhook) =>
      changeField(webhook, 'clientConfig', (client) =>
        changeField(client, 'service', (service) => fillAbsent(service, { port: 443 })),
      ),
    ),
  );
}

/** A webhook that says nothing is none: inside, v1.24 has its fields beside the strategy. */
function withoutEmptyWebhook(conversion: CustomResourceConversion): CustomResourceConversion {
  const { clientConfig, conversionReviewVersions } = conversion.webhook ?? {};
  const isEmpty = clientConfig == null && (conversionReviewVersions ?? []).length === 0;
  return isEmpty ? omitFields(conversion, ['webhook']) : conversion;
}

/** The name of the version in which objects are stored. */
export function storageVersionOf({ spec }: Pick<Definition, 'spec'>): string | undefined {
  return versionsOf(spec).find(({ storage }) => storage)?.name;
}

/** Those of a definition that has not been checked may be absent. */
function versionsOf(
  spec: CustomResourceDefinitionSpec,
): readonly CustomResourceDefinitionVersion[] {
  return (spec.versions as readonly CustomResourceDefinitionVersion[] | null) ?? [];
}

/** Without any stored version, the present one is taken to be it. */
function withStoredVersion(object: Definition): Definition {
  return object.status.storedVersions?.length ? object : withStorageVersion(object);
}

/** Once objects may be stored in a version, it is listed until a write to the status removes it. */
function withStorageVersion(object: Definition): Definition {
  const name = storageVersionOf(object);
  const stored = object.status.storedVersions ?? [];
  if (name === undefined || stored.includes(name)) return object;
  return { ...object, status: { ...object.status, storedVersions: [...stored, name] } };
}
