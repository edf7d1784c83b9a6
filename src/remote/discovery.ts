/** Discovery of a remote server, as client-go does it: a partial failure gives a partial result. */
import { isForbidden, isNotFound, type ApiError } from '#values';
import type { Discovery, ServedResource } from '#catalog';

/** Reads a document. Rejects with the server's error. */
export type ReadDocument = <D>(path: string) => Promise<D>;

interface GroupVersions {
  readonly versions?: readonly string[] | null;
}

interface GroupList {
  readonly groups?: readonly Group[] | null;
}

interface Group {
  readonly versions: readonly { readonly groupVersion: string }[];
  readonly preferredVersion?: { readonly groupVersion: string };
}

interface ResourceList {
  readonly resources?: readonly ResourceEntry[] | null;
}

interface ResourceEntry {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs?: readonly string[] | null;
}

/** Rejects when not even the groups can be read. */
export async function discover(read: ReadDocument): Promise<Discovery> {
  const [core, groups] = await Promise.all([
    ifAvailable<GroupVersions>(read('/api')),
    ifAvailable<GroupList>(read('/apis')),
  ]);
  const names = [
    ...(core?.versions ?? []),
    ...(groups?.groups ?? []).flatMap((group) => versionsOf(group)),
  ];
  const failures = new Map<string, string>();
  const lists = await Promise.all(
    names.map((name) =>
      resourcesOf(name, read).catch((error: unknown) => {
        failures.set(name, (error as Error).message);
        return [];
      }),
    ),
  );
  return { resources: lists.flat(), failures };
}

/** The preferred one first, and each once. */
function versionsOf({ versions, preferredVersion }: Group): readonly string[] {
  const names = versions.map(({ groupVersion }) => groupVersion);
  return [
    ...new Set(preferredVersion === undefined ? names : [preferredVersion.groupVersion, ...names]),
  ];
}

async function resourcesOf(
  groupVersion: string,
  read: ReadDocument,
): Promise<readonly ServedResource[]> {
  const [version, group] = groupVersion.split('/').reverse() as [string, string?];
  const path = group === undefined ? `/api/${version}` : `/apis/${groupVersion}`;
  const { resources } = await read<ResourceList>(path);
  return (resources ?? [])
    .filter(({ name }) => !name.includes('/'))
    .map(({ name: plural, kind, namespaced, verbs }) => {
      return { group: group ?? '', version, kind, plural, namespaced, verbs: verbs ?? [] };
    });
}

/** Returns undefined when the server does not have the document, or does not allow reading it. */
async function ifAvailable<D>(reading: Promise<D>): Promise<D | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isNotFound(error) || isForbidden(error)) return undefined;
    throw error as ApiError;
  }
}
