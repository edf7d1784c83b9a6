/** The variables of a container, and what else its pod's spec names by references. */
import type { Container, EnvVar, ObjectFieldSelector } from '#types/core-v1';
import type { Pod } from '#types';
import { Missing, missingObject } from './missing.ts';

/** Texts of a Secret or a ConfigMap by key; undefined where there is none. */
export type Keys = Readonly<Record<string, string>> | undefined;

/** Reads objects that variables come from. */
export interface KeysReader {
  keys(kind: 'Secret' | 'ConfigMap', name: string): Promise<Keys>;
}

/** Resolves with the variables of a container. @throws {Missing} */
export async function variablesOf(
  pod: Pod,
  { env = [], envFrom = [] }: Container,
  reader: KeysReader,
): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const { configMapRef, secretRef, prefix = '' } of envFrom) {
    const kind = configMapRef === undefined ? 'Secret' : 'ConfigMap';
    const { name = '', optional = false } = configMapRef ?? secretRef ?? {};
    const keys = await reader.keys(kind, name);
    if (keys === undefined && !optional) throw missingObject(kind, name);
    for (const [key, value] of Object.entries(keys ?? {})) found[prefix + key] = value;
  }
  for (const each of env) {
    const value = await valueOf(pod, each, found, reader);
    if (value !== undefined) found[each.name] = value;
  }
  return found;
}

async function valueOf(
  pod: Pod,
  { name, value, valueFrom }: EnvVar,
  before: Readonly<Record<string, string>>,
  reader: KeysReader,
): Promise<string | undefined> {
  if (valueFrom === undefined) return expanded(value ?? '', before);
  const { fieldRef, configMapKeyRef, secretKeyRef } = valueFrom;
  if (fieldRef !== undefined) return fieldOf(pod, fieldRef);
  const ref = configMapKeyRef ?? secretKeyRef;
  if (ref === undefined) return undefined;
  const kind = configMapKeyRef === undefined ? 'Secret' : 'ConfigMap';
  const { name: object = '', key, optional = false } = ref;
  const keys = await reader.keys(kind, object);
  const text = keys?.[key];
  if (text !== undefined || optional) return text;
  if (keys === undefined) throw missingObject(kind, object);
  throw new Missing(
    `${kind} ${object}, for the variable ${name}, has no key ${key}`,
    `couldn't find key ${key} in ${kind} ${pod.metadata.namespace!}/${object}`,
  );
}

/** Replaces `$(NAME)` by variables that there are; `$$` is a `$`. */
export function expanded(
  text: string,
  variables: Readonly<Record<string, string | undefined>>,
): string {
  return text.replace(/\$(?:\$|\(([^()]+)\))/g, (whole, name?: string) =>
    name === undefined ? '$' : (variables[name] ?? whole),
  );
}

/** Returns a field of a pod, as variables and files of the downward API have it. */
export function fieldOf(pod: Pod, { fieldPath }: Pick<ObjectFieldSelector, 'fieldPath'>): string {
  const { metadata, spec } = pod;
  const [, map, key] = /^metadata\.(labels|annotations)\['([^']+)'\]$/.exec(fieldPath) ?? [];
  if (map !== undefined) return metadata[map as 'labels' | 'annotations']?.[key!] ?? '';
  // What a program binds to has to be an address of this machine.
  const here = '127.0.0.1';
  const fields: Readonly<Record<string, string | undefined>> = {
    'metadata.name': metadata.name,
    'metadata.namespace': metadata.namespace,
    'metadata.uid': metadata.uid,
    'metadata.labels': listed(metadata.labels),
    'metadata.annotations': listed(metadata.annotations),
    'spec.nodeName': spec.nodeName,
    'spec.serviceAccountName': spec.serviceAccountName,
    ...{
      'status.podIP': here,
      'status.podIPs': here,
      'status.hostIP': here,
      'status.hostIPs': here,
    },
  };
  return fields[fieldPath] ?? '';
}

function listed(map: Readonly<Record<string, string>> = {}): string {
  return Object.keys(map)
    .sort()
    .map((key) => `${key}=${JSON.stringify(map[key])}\n`)
    .join('');
}
