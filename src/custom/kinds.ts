/** The kinds that a CustomResourceDefinition defines: one for each version that is served. */
import {
  apiVersionOf,
  type FieldReader,
  type Kind,
  type Profile,
  type Subresource,
  validatePlainMetadataUpdate,
  statusPart,
  together,
  type CustomForm,
} from '#kinds';
import { compareKubeVersions, omitFields, type KubeObject } from '#values';
import { isObject, type StructSchema } from '#schema';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
  CustomResourceSubresources,
} from '#types';
import type { Check, Checks } from './checks/object.ts';
import { columnsFor } from './columns.ts';
import { decode, decoding } from './decode.ts';
import { loadForChecks } from './late-cel.ts';
import { checksOfObjects } from './late-checks.ts';
import { namesOf } from './nested.ts';
import { scaleSubresource } from './scale.ts';
import { schemaOf } from './schema.ts';
import { Versions } from './versions.ts';

/**
 * In the order of the definition, which need not be valid in other respects.
 *
 * @param profile of the release
 * @param isTerminating whether the definition is being deleted: then its objects have to be reached
 *   even if no version is served, by the one that is stored
 */
export function customKinds(
  definition: CustomResourceDefinition,
  profile: Profile,
  isTerminating = false,
): readonly Kind[] {
  const versions = new Versions(definition);
  const all = definition.spec.versions;
  const isAnyServed = all.some(({ served }) => served);
  const reached = all.filter(({ served, storage }) =>
    isAnyServed || !isTerminating ? served : storage,
  );
  return reached.map((version) => kindOf(definition, version, versions, profile, isTerminating));
}

function kindOf(
  { spec, status }: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
  versions: Versions,
  profile: Profile,
  isTerminating: boolean,
): Kind {
  const { group, scope } = spec;
  const { kind, plural, singular, listKind, shortNames, categories } = {
    ...spec.names,
    ...acceptedOf(status.acceptedNames),
  };
  const apiVersion = apiVersionOf({ group, version: version.name });
  const structure = versions.structureOf(apiVersion);
  const metadata = profile.schemas.of('meta/v1', 'ObjectMeta');
  const names = { group, apiVersion, kind, metadata, release: profile };
  const { subresources = {} } = version;
  const hasStatus = subresources.status != null;
  let known: Checks | undefined;
  const checks = (): Checks => (known ??= checksOfObjects.code.checksOf(structure, subresources));
  const columns = columnsFor(version.additionalPrinterColumns);
  const custom: CustomForm = {
    decode: (value, options) => decode(structure, names, value, options),
    decoding: (value, options) => decoding(structure, names, value, options),
    read: (stored) => versions.read(stored, apiVersion),
    write: (object) => versions.write(object),
    stored: versions.stored,
    isTerminating,
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
    namespaced: scope === 'Namespaced',
    get schema(): StructSchema {
      return (schema ??= schemaOf(structure, names));
    },
    custom,
    ...(version.deprecated === true && {
      deprecation: version.deprecationWarning ?? deprecationOf(version.name, spec, kind),
    }),
    names: {
      ...(shortNames != null && { shortNames }),
      ...(categories != null && { categories }),
    },
    wire: {
      requiresVersion: true,
      storagePath: `${group}/${plural}`,
      selectableFields: selectableIn(version),
    },
    subresources: subresourcesOf(subresources, (...parts) => checks().status(...parts), profile),
    rules: {
      metadataChecks: 'plain',
      load: (release) => together(checksOfObjects.load, () => loadForChecks(release)),
      generation: hasStatus ? withoutStatusAndMetadata : withoutMetadata,
      ...(hasStatus && { prepareCreate: withoutStatus }),
      validate: (errors, object, context) => checks().whole(errors, object, context),
      validateUpdate(errors, object, old, context) {
        validatePlainMetadataUpdate(errors, object.metadata, old.metadata);
        checks().whole(errors, object, context, old);
      },
      warnings: (...parts) => checksOfObjects.code.finalizerWarnings(...parts),
    },
    table: { columns },
    view: {},
  } satisfies Kind);
}

/** A newer version that is served and not deprecated is named. */
function deprecationOf(
  version: string,
  { group, versions }: CustomResourceDefinition['spec'],
  kind: string,
): string {
  const says = `${group}/${version} ${kind} is deprecated`;
  const [newest] = versions
    .filter((each) => each.served && each.deprecated !== true)
    .map(({ name }) => name)
    .filter((name) => compareKubeVersions(name, version) < 0)
    .sort(compareKubeVersions);
  return newest === undefined ? says : `${says}; use ${group}/${newest} ${kind}`;
}

/** The fields that lists can be filtered by, as the version declares them. */
function selectableIn({
  selectableFields = [],
}: CustomResourceDefinitionVersion): Readonly<Record<string, FieldReader<KubeObject>>> {
  return Object.fromEntries(
    selectableFields.map(({ jsonPath }) => {
      const names = namesOf(jsonPath);
      return [names.join('.'), (object: KubeObject) => shownAt(object, names)];
    }),
  );
}

/** Empty for none. */
function shownAt(object: unknown, names: readonly string[]): string {
  let value = object;
  for (const name of names) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return '';
    value = value[name];
  }
  return value === null || value === undefined ? '' : String(value);
}

/** Only accepted names count, once there are some. */
function acceptedOf(
  names: CustomResourceDefinition['status']['acceptedNames'],
): Partial<CustomResourceDefinition['spec']['names']> {
  if (!names?.plural) return {};
  const none = { shortNames: undefined, categories: undefined };
  return { ...none, ...names };
}

function subresourcesOf(
  { status, scale }: CustomResourceSubresources,
  checkStatus: Check,
  profile: Profile,
): Readonly<Record<string, Subresource>> {
  return {
    ...(status != null && { status: statusSubresource(checkStatus, profile) }),
    ...(scale != null && { scale: scaleSubresource(scale) }),
  };
}

/** Writes only the status: labels and the like that are sent are not stored, though v1.24 says who owns them. */
function statusSubresource(check: Check, profile: Profile): Subresource {
  const { part, ...rest } = statusPart<KubeObject>({
    validate(errors, object, old, context) {
      validatePlainMetadataUpdate(errors, object.metadata, old.metadata);
      check(errors, object, context, old);
    },
  });
  const take: NonNullable<Subresource['part']>['take'] = (expected, old) =>
    part!.take(expected, old, old.metadata);
  const keeps = profile.enabled('CustomStatusOwnsNoMetadata')
    ? [...part!.keeps, 'metadata']
    : part!.keeps;
  return { ...rest, part: { ...part!, keeps, take } };
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
