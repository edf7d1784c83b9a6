/** Definitions of custom resources as v1.24 stores them: what all versions have in common is written once. */
import { semanticEqual, type KubeObject } from '#values';

/** v1.24 serves definitions of custom resources in v1 only, and stores them in v1beta1. */
export const definitionV1beta1 = 'apiextensions.k8s.io/v1beta1';
const definitionV1 = 'apiextensions.k8s.io/v1';

/** Returns whether an object is a definition, in the version that is served. */
export function isDefinition({ apiVersion, kind }: KubeObject): boolean {
  return kind === 'CustomResourceDefinition' && apiVersion === definitionV1;
}

type Fields = Readonly<Record<string, unknown>>;

interface Version extends Fields {
  readonly name?: string;
  readonly schema?: unknown;
  readonly subresources?: unknown;
  readonly additionalPrinterColumns?: readonly Fields[];
}

interface Spec extends Fields {
  readonly version?: string;
  readonly versions?: readonly Version[] | null;
  readonly validation?: unknown;
  readonly subresources?: unknown;
  readonly additionalPrinterColumns?: readonly Fields[];
  readonly conversion?: Fields;
  readonly preserveUnknownFields?: boolean;
}

/** Returns the same definition in v1. */
export function definitionFrom(old: KubeObject): KubeObject {
  const { spec = {} } = old as { readonly spec?: Spec };
  const { version, versions, validation, subresources, additionalPrinterColumns, ...rest } = spec;
  const { conversion, preserveUnknownFields = true, ...others } = rest;
  const common = withoutUndefined({ schema: validation, subresources, additionalPrinterColumns });
  const single = version === undefined ? undefined : { name: version, served: true, storage: true };
  const all: readonly Version[] | undefined = versions ?? (single && [single]);
  return {
    ...old,
    apiVersion: definitionV1,
    spec: {
      ...others,
      ...(conversion !== undefined && { conversion: conversionFrom(conversion) }),
      ...(preserveUnknownFields && { preserveUnknownFields }),
      versions: all?.map((each) => versionFrom({ ...common, ...each })) ?? null,
    },
  } as KubeObject;
}

/** Returns a definition of v1, as v1.24 stores it. */
export function definitionTo(definition: KubeObject): KubeObject {
  const { spec = {} } = definition as { readonly spec?: Spec };
  const { versions: all, conversion, preserveUnknownFields = false, ...others } = spec;
  const versions = all ?? [];
  const [first = {}] = versions;
  const isShared = (part: keyof Version): boolean =>
    versions.every((version) => semanticEqual(version[part], first[part]));
  const shared = (['schema', 'subresources', 'additionalPrinterColumns'] as const).filter(isShared);
  const { schema: validation, ...common } = columnsTo(pick(first, shared));
  const own = versions.map((version) =>
    columnsTo(
      withoutUndefined({
        ...version,
        ...Object.fromEntries(shared.map((part) => [part, undefined])),
      }),
    ),
  );
  return {
    ...definition,
    apiVersion: definitionV1beta1,
    spec: withoutUndefined({
      ...{ ...others, version: first.name, validation, ...common },
      ...{ versions: own, conversion: conversion && conversionTo(conversion) },
      preserveUnknownFields,
    }),
  } as KubeObject;
}

function pick(version: Version, parts: readonly (keyof Version)[]): Version {
  return withoutUndefined(Object.fromEntries(parts.map((part) => [part, version[part]])));
}

function columnsTo({ additionalPrinterColumns: columns, ...version }: Version): Version {
  if (columns === undefined) return version;
  const renamed = columns.map(({ jsonPath: JSONPath, ...column }) => ({ ...column, JSONPath }));
  return { ...version, additionalPrinterColumns: renamed };
}

function conversionTo({ webhook, ...conversion }: Fields): Fields {
  const { clientConfig: webhookClientConfig, conversionReviewVersions } = (webhook ?? {}) as Fields;
  return withoutUndefined({ ...conversion, webhookClientConfig, conversionReviewVersions });
}

function versionFrom({ additionalPrinterColumns: columns, ...version }: Version): Fields {
  if (columns === undefined) return version;
  const renamed = columns.map(({ JSONPath: jsonPath, ...column }) => ({ ...column, jsonPath }));
  return { ...version, additionalPrinterColumns: renamed };
}

function conversionFrom({
  webhookClientConfig: clientConfig,
  conversionReviewVersions,
  ...conversion
}: Fields): Fields {
  if (clientConfig === undefined) return conversion;
  return { ...conversion, webhook: withoutUndefined({ clientConfig, conversionReviewVersions }) };
}

/** Without what is undefined. */
function withoutUndefined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
