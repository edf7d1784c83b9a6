/** Definitions of custom resources as v1.24 stores them: what all versions have in common stands once. */
import type { KubeObject } from '#kinds';

type Fields = Readonly<Record<string, unknown>>;

interface Version extends Fields {
  readonly additionalPrinterColumns?: readonly Fields[];
}

interface Spec extends Fields {
  readonly version?: string;
  readonly versions?: readonly Version[];
  readonly validation?: unknown;
  readonly subresources?: unknown;
  readonly additionalPrinterColumns?: readonly Fields[];
  readonly conversion?: Fields;
  readonly preserveUnknownFields?: boolean;
}

/** The same definition in v1. */
export function definitionFrom(old: KubeObject): KubeObject {
  const { spec = {} } = old as { readonly spec?: Spec };
  const { version, versions, validation, subresources, additionalPrinterColumns, ...rest } = spec;
  const { conversion, preserveUnknownFields = true, ...others } = rest;
  const common = given({ schema: validation, subresources, additionalPrinterColumns });
  const all: readonly Version[] = versions ?? [{ name: version, served: true, storage: true }];
  return {
    ...old,
    apiVersion: 'apiextensions.k8s.io/v1',
    spec: {
      ...others,
      ...(conversion !== undefined && { conversion: conversionFrom(conversion) }),
      ...(preserveUnknownFields && { preserveUnknownFields }),
      versions: all.map((each) => versionFrom({ ...common, ...each })),
    },
  } as KubeObject;
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
  return { ...conversion, webhook: given({ clientConfig, conversionReviewVersions }) };
}

/** Without what is undefined. */
function given(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
