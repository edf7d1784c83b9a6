/** What an API server serves: groups and versions in order, resources, columns of their tables, and warnings. */
import type { Send } from '../checks/play.ts';

/** A recording. */
export interface Discovered {
  readonly groups: readonly Group[];
  readonly resources: Readonly<Record<string, readonly Resource[]>>;
  /** Name, type, format and priority of each, by `apps/v1 deployments`. */
  readonly columns: Readonly<Record<string, readonly (readonly unknown[])[]>>;
  /** Of a request for the list, by `batch/v1beta1 cronjobs`. */
  readonly warnings: Readonly<Record<string, string>>;
}

interface Group {
  readonly name: string;
  readonly versions: readonly { readonly groupVersion: string }[];
}

interface Resource {
  readonly name: string;
  readonly verbs: readonly string[];
}

interface Table {
  readonly columnDefinitions: readonly Readonly<
    Record<'name' | 'type' | 'format' | 'priority', unknown>
  >[];
}

const asTable = 'application/json;as=Table;v=v1;g=meta.k8s.io';

export async function readDiscovery(send: Send): Promise<Discovered> {
  const { groups } = (await send('GET', '/apis')).body as { readonly groups: readonly Group[] };
  const versions = ['v1', ...groups.flatMap((group) => group.versions.map((v) => v.groupVersion))];
  const lists = await Promise.all(
    versions.map(async (version) => {
      const { body } = await send('GET', pathOf(version));
      return [version, (body as { readonly resources: readonly Resource[] }).resources] as const;
    }),
  );
  const tables = await Promise.all(
    lists.flatMap(([version, resources]) =>
      resources
        .filter(({ verbs }) => verbs.includes('list'))
        .map(async ({ name }) => {
          const { body, warning } = await send(
            'GET',
            `${pathOf(version)}/${name}`,
            undefined,
            asTable,
          );
          const columns = (body as Table).columnDefinitions.map((column) => [
            ...[column.name, column.type, column.format, column.priority],
          ]);
          return { title: `${version} ${name}`, columns, warning };
        }),
    ),
  );
  return {
    groups,
    resources: Object.fromEntries(lists),
    columns: Object.fromEntries(tables.map(({ title, columns }) => [title, columns])),
    warnings: Object.fromEntries(
      tables.flatMap(({ title, warning }) => (warning === undefined ? [] : [[title, warning]])),
    ),
  };
}

function pathOf(version: string): string {
  return version === 'v1' ? '/api/v1' : `/apis/${version}`;
}
