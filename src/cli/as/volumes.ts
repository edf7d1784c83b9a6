/** The files of volumes. */
import type { KeyToPath, Volume } from '#types/core-v1';
import type { Pod } from '#types';
import type { Files } from './live-folder.ts';
import { Missing, missingObject } from './missing.ts';
import { fieldOf } from './variables.ts';

/** What can be a folder of files: Secrets, ConfigMaps, fields of the pod, several of these, or nothing at first. */
export type FilesVolume = Pick<
  Volume,
  'secret' | 'configMap' | 'downwardAPI' | 'projected' | 'emptyDir'
>;

/** Reads the contents of objects; undefined where there is none. */
export interface ContentsReader {
  contents(kind: 'Secret' | 'ConfigMap', name: string): Promise<Files | undefined>;
}

/** Returns whether a volume can be a folder of files; others are left out. */
export function isOfFiles({
  secret,
  configMap,
  downwardAPI,
  projected,
  emptyDir,
}: Volume): boolean {
  return [secret, configMap, downwardAPI, projected, emptyDir].some((each) => each !== undefined);
}

/** Resolves with the files of a volume. @throws {Missing} */
export async function filesOfVolume(
  { secret, configMap, downwardAPI, projected }: FilesVolume,
  reader: ContentsReader,
  pod?: Pod,
): Promise<Files> {
  const parts = [
    ...(secret === undefined ? [] : [{ secret: { ...secret, name: secret.secretName } }]),
    ...(configMap === undefined ? [] : [{ configMap }]),
    ...(downwardAPI === undefined ? [] : [{ downwardAPI }]),
    ...(projected?.sources ?? []),
  ];
  const files = new Map<string, Uint8Array | string>();
  for (const part of parts) {
    for (const { path, fieldRef } of part.downwardAPI?.items ?? []) {
      if (pod !== undefined && fieldRef !== undefined) files.set(path, fieldOf(pod, fieldRef));
    }
    const kind = part.secret === undefined ? 'ConfigMap' : 'Secret';
    const source = part.secret ?? part.configMap;
    if (source === undefined) continue;
    for (const [name, content] of await contentsOf(kind, source, reader)) files.set(name, content);
  }
  return files;
}

interface Source {
  readonly name?: string | undefined;
  readonly items?: readonly KeyToPath[];
  readonly optional?: boolean;
}

async function contentsOf(
  kind: 'Secret' | 'ConfigMap',
  { name = '', items, optional = false }: Source,
  reader: ContentsReader,
): Promise<Files> {
  const contents = await reader.contents(kind, name);
  if (contents === undefined) {
    if (optional) return new Map();
    throw missingObject(kind, name);
  }
  if (items === undefined) return contents;
  return new Map(
    items.flatMap(({ key, path }) => {
      const content = contents.get(key);
      if (content !== undefined) return [[path, content] as const];
      if (optional) return [];
      const which = kind === 'Secret' ? 'secret' : 'config';
      throw new Missing(
        `${kind} ${name} has no key ${key}`,
        `references non-existent ${which} key: ${key}`,
      );
    }),
  );
}
