/** What a program finds in folders: `--mount`. */
import { isAbsolute } from 'node:path';
import { UsageError } from '../usage-error.ts';
import type { FilesVolume } from './volumes.ts';

/** A volume, and the folder in which a program finds its files. */
export interface Mount {
  readonly volume: FilesVolume;
  readonly folder: string;
}

/** Reads `NAME=DIR`, `secret/NAME=DIR` or `configmap/NAME=DIR`. @throws {UsageError} */
export function readMount(text: string): Mount {
  const [, , kind = 'secret', name, folder] =
    /^((secret|configmap)\/)?([a-z0-9][a-z0-9.-]*)=(.+)$/.exec(text) ?? [];
  if (name === undefined || folder === undefined) {
    throw new UsageError(
      `--mount: "${text}" is not SECRET=DIR, such as webhook-certs=/tmp/k8s-webhook-server/serving-certs, or configmap/NAME=DIR`,
    );
  }
  if (!isAbsolute(folder)) {
    throw new UsageError(`--mount: "${text}": expected an absolute folder, as in a container`);
  }
  const volume = kind === 'secret' ? { secret: { secretName: name } } : { configMap: { name } };
  return { volume, folder };
}

/** The account to be. */
export interface Account {
  readonly namespace: string;
  readonly name: string;
}

/** Reads `NAMESPACE/ACCOUNT`. @throws {UsageError} */
export function readAccount(text: string): Account {
  const [, namespace, name] = /^([a-z0-9-]+)\/([a-z0-9][a-z0-9.-]*)$/.exec(text) ?? [];
  if (namespace !== undefined && name !== undefined) return { namespace, name };
  throw new UsageError(
    `"${text}" is not NAMESPACE/ACCOUNT, such as monitoring/prometheus-operator`,
  );
}
