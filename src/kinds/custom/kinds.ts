/** The kinds that a CustomResourceDefinition defines: one for each version that is served. */
import { apiVersionOf, type Kind, type Subresource } from '../kind.ts';
import { omitFields } from '../meta/change.ts';
import type { FieldErrors } from '../meta/field-errors.ts';
import type { KubeObject } from '../meta/object.ts';
import { validatePlainMetadataUpdate } from '../meta/validate-metadata.ts';
import type { StructSchema } from '../schema/schema.ts';
import { statusPart } from '../subresources.ts';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
  CustomResourceSubresources,
} from '../types/index.ts';
import { checkListTypes } from './checks/list-types.ts';
import { checkValue } from './checks/value.ts';
import { columnsFor } from './columns.ts';
import { decode } from './decode.ts';
import { checkEmbedded } from './embedded.ts';
import type { CustomForm } from './form.ts';
import { checkScale, scaleSubresource } from './scale.ts';
import { schemaOf } from './schema.ts';
import type { Structure } from './structure.ts';
import { Versions } from './versions.ts';

/** In the order of the definition, which need not be valid in other respects. */
export function customKinds(definition: CustomResourceDefinition): readonly Kind[] {
  const versions = new Versions(definition);
  return definition.spec.versions
    .filter(({ served }) => served)
    .map((version) => kindOf(definition, version, versions));
}

function kindOf(
  { spec, status }: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
  versions: Versions,
): Kind {
  const { group, scope } = spec;
  const { kind, plural, singular, listKind, shortNames, categories } = {
    ...spec.names,
    ...acceptedOf(status.acceptedNames),
  };
  const apiVersion = apiVersionOf({ group, version: version.name });
  const structure = versions.structureOf(apiVersion);
  const names = { group, apiVersion, kind };
  const { subresources = {} } = version;
  const hasStatus = subresources.status != null;
  const check = checkOf(structure, subresources);
  const custom: CustomForm = {
    decode: (value, options) => decode(structure, names, value, options),
    read: (stored) => versions.read(stored, apiVersion),
    write: (object) => versions.write(object),
    stored: versions.stored,
    inOwnVersion: (object) => versions.refreshed(object),
    webhook: spec.conversion?.strategy === 'Webhook' ? spec.conversion.webhook : undefined,
    singular: singular || kind.toLowerCase(),
    listKind: listKind || `${kind}List`,
    schema: structure.props,
    replicasPath: subresources.scale?.specReplicasPath,
  };
  let schema: StructSchema | undefined;
  return Object.freeze({
    group,
    version: version.name,
    kind,
    plural,
    ...(shortNames != null && { shortNames }),
    ...(categories != null && { categories }),
    namespaced: scope === 'Namespaced',
    get schema(): StructSchema {
      return (schema ??= schemaOf(structure, apiVersion, kind));
    },
    custom,
    ...(version.deprecated === true && {
      deprecation: version.deprecationWarning ?? `${apiVersion} ${kind} is deprecated`,
    }),
    requiresVersion: true,
    metadataChecks: 'plain',
    storagePath: `${group}/${plural}`,
    selectableFields: {},
    columns: columnsFor(version.additionalPrinterColumns),
    generation: hasStatus ? withoutStatusAndMetadata : withoutMetadata,
    ...(hasStatus && { prepareCreate: withoutStatus }),
    validate: (errors, object) => check(errors, object),
    validateUpdate(errors, object, old) {
      validatePlainMetadataUpdate(errors, object.metadata, old.metadata);
      check(errors, object, old);
    },
    subresources: subresourcesOf(subresources, check),
  } satisfies Kind);
}

/** Only accepted names count, once there are some. */
function acceptedOf(
  names: CustomResourceDefinition['status']['acceptedNames'],
): Partial<CustomResourceDefinition['spec']['names']> {
  if (!names?.plural) return {};
  const none = { shortNames: undefined, categories: undefined };
  return { ...none, ...names };
}

type Check = (errors: FieldErrors, object: KubeObject, old?: KubeObject) => void;

/** Checks an object, except for its metadata. Lists that had items twice before may keep them. */
function checkOf(structure: Structure, { scale }: CustomResourceSubresources): Check {
  return (errors, object, old) => {
    for (const error of checkValue(structure, object, '').errors) errors.push(error);
    if (scale != null) checkScale(errors, object, scale);
    checkEmbedded(errors, structure, object);
    if (old !== undefined && hasRepeats(structure, old)) return;
    checkListTypes(errors, structure, object);
  };
}

function hasRepeats(structure: Structure, object: KubeObject): boolean {
  const found: FieldErrors = [];
  checkListTypes(found, structure, object);
  return found.length > 0;
}

function subresourcesOf(
  { status, scale }: CustomResourceSubresources,
  check: Check,
): Readonly<Record<string, Subresource>> {
  return {
    ...(status != null && { status: statusSubresource(check) }),
    ...(scale != null && { scale: scaleSubresource(scale) }),
  };
}

/** Writes only the status: labels and the like that are sent get an owner, but are not stored. */
function statusSubresource(check: Check): Subresource {
  const { part, ...rest } = statusPart<KubeObject>({
    validate(errors, object, old) {
      validatePlainMetadataUpdate(errors, object.metadata, old.metadata);
      check(errors, object, old);
    },
  });
  const take: NonNullable<Subresource['part']>['take'] = (wanted, old) =>
    part!.take(wanted, old, old.metadata);
  return { ...rest, part: { ...part!, take } };
}

function withoutMetadata(object: KubeObject): unknown {
  return omitFields(object, ['metadata']);
}

function withoutStatusAndMetadata(object: KubeObject): unknown {
  return omitFields(object as WithStatus, ['metadata', 'status']);
}

function withoutStatus(object: KubeObject): KubeObject {
  return omitFields(object as WithStatus, ['status']);
}

interface WithStatus extends KubeObject {
  readonly status?: unknown;
}
