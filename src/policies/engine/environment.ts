/** What expressions of policies and of match conditions can name. */
import { resolvedType, type CelStructs, type CelType } from '#cel';

/** Which of the names there are. */
export interface Scope {
  readonly hasParams: boolean;
  /** The type of the parameters, where it is known. */
  readonly params?: CelType;
  readonly hasAuthorizer: boolean;
  /** Variables of the policy by their names, with their types; absent where it has none. */
  readonly variables?: ReadonlyMap<string, CelType>;
}

/** The names in the order of their values. */
export const names = [
  ...['object', 'oldObject', 'params', 'request', 'namespaceObject', 'authorizer', 'variables'],
] as const;

const dyn: CelType = { kind: 'dyn' };
const string: CelType = { kind: 'string' };
const texts: CelType = { kind: 'list', items: string };
const textMap: CelType = { kind: 'map', keys: string, values: string };

function structOf(name: string, fields: Readonly<Record<string, CelType>>): CelType {
  const known = Object.entries(fields).map(
    ([field, type]) => [field, { declared: { type } }] as const,
  );
  return { kind: 'object', name, declared: { fields: new Map(known) } };
}

const kind = structOf('kubernetes.GroupVersionKind', {
  ...{ group: string, version: string, kind: string },
});
const resource = structOf('kubernetes.GroupVersionResource', {
  ...{ group: string, version: string, resource: string },
});

const request = structOf('kubernetes.AdmissionRequest', {
  ...{ kind, resource, subResource: string },
  ...{ requestKind: kind, requestResource: resource, requestSubResource: string },
  ...{ name: string, namespace: string, operation: string },
  userInfo: structOf('kubernetes.UserInfo', {
    ...{ username: string, uid: string, groups: texts },
    extra: { kind: 'map', keys: string, values: texts },
  }),
  dryRun: { kind: 'bool' },
  options: dyn,
});

const time: CelType = { kind: 'timestamp' };
const namespaceObject = structOf('kubernetes.Namespace', {
  metadata: structOf('kubernetes.NamespaceMetadata', {
    ...{ name: string, generateName: string, namespace: string, UID: string },
    ...{ labels: textMap, annotations: textMap, resourceVersion: string },
    ...{ generation: { kind: 'int' }, deletionGracePeriodSeconds: { kind: 'int' } },
    ...{ creationTimestamp: time, deletionTimestamp: time },
  }),
  spec: structOf('kubernetes.NamespaceSpec', { finalizers: texts }),
  status: structOf('kubernetes.NamespaceStatus', { phase: string }),
});

/** Types that variables keep; what is of others may be anything. */
const exactKinds: ReadonlySet<CelType['kind']> = new Set([
  ...['bool', 'bytes', 'double', 'duration', 'int', 'null', 'string', 'timestamp', 'uint'],
] as CelType['kind'][]);

/** Returns the type of a variable whose expression is of a type. */
export function variableType(type: CelType): CelType {
  const found = resolvedType(type);
  if (found.kind === 'list') return { kind: 'list', items: variableType(found.items) };
  if (found.kind === 'map') {
    return { kind: 'map', keys: variableType(found.keys), values: variableType(found.values) };
  }
  return exactKinds.has(found.kind) ? found : dyn;
}

/** @param object the type of the object, where it is known */
export function typesIn(scope: Scope, object: CelType = dyn): ReadonlyMap<string, CelType> {
  return new Map<string, CelType>([
    ['object', object],
    ['oldObject', object],
    ...(scope.hasParams ? [['params', scope.params ?? dyn] as const] : []),
    ['request', request],
    ['namespaceObject', namespaceObject],
    ...(scope.hasAuthorizer ? [['authorizer', { kind: 'authorizer' } as const] as const] : []),
    ...(scope.variables === undefined
      ? []
      : [
          [
            'variables',
            structOf('kubernetes.variables', Object.fromEntries(scope.variables)),
          ] as const,
        ]),
  ]);
}

const objectStruct = structOf('Object', {});
const jsonPatch = structOf('JSONPatch', {});

/** The objects that a mutation may make: parts of the object, and steps of a patch. */
export const mutationStructs: CelStructs = (name) => {
  if (name === 'JSONPatch') {
    return { type: jsonPatch, fields: { op: string, path: string, from: string, value: dyn } };
  }
  if (name === 'Object') return { type: objectStruct };
  return name.startsWith('Object.') ? { type: structOf(name, {}) } : undefined;
};
