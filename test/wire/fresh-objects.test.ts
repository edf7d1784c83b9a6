/** The objects that a fresh server of each release makes by itself, compared with facts of the releases. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { serverRig } from '../support/server.ts';
import { request } from './client.ts';

type Objects = Readonly<Record<string, Readonly<Record<string, object>>>>;
const { objects } = JSON.parse(
  readFileSync(new URL('../conformance/versions/fresh.json', import.meta.url), 'utf8'),
) as { readonly objects: Readonly<Record<string, Objects>> };

/** A list such as `24,26` that has the minor, or the last one before it. */
function factOf(byMinors: Objects[string], minor: number): object | undefined {
  const known = Object.entries(byMinors).flatMap(([list, object]) =>
    list.split(',').map((each) => [Number(each), object] as const),
  );
  const exact = known.find(([each]) => each === minor);
  return exact?.[1] ?? (measured.has(minor) ? undefined : factOf(byMinors, minor - 1));
}

const minors = Array.from({ length: 14 }, (_, index) => 24 + index);
/** Those whose servers were asked: one in between is like its neighbour. */
const measured = new Set([24, 26, 28, 29, 30, 32, 33, 34, 35, 36, 37]);

const flowVersion = (minor: number): string =>
  minor < 26 ? 'v1beta2' : minor < 29 ? 'v1beta3' : 'v1';
const flow = (minor: number): string => `/apis/flowcontrol.apiserver.k8s.io/${flowVersion(minor)}`;
const paths: Readonly<Record<string, (minor: number) => string>> = {
  flowschemas: (minor) => `${flow(minor)}/flowschemas`,
  plc: (minor) => `${flow(minor)}/prioritylevelconfigurations`,
  servicecidrs: (minor) => (minor < 33 ? '' : '/apis/networking.k8s.io/v1/servicecidrs'),
};

interface Item {
  readonly metadata: Readonly<Record<string, unknown>> & { readonly name: string };
  readonly status?: { readonly conditions?: readonly object[] };
}

/** What facts have of an object: nothing that differs from server to server. */
function plain({ metadata, status, ...rest }: Item, kind: string): object {
  const { uid, resourceVersion, creationTimestamp, managedFields, ...kept } = metadata;
  expect([uid, resourceVersion, creationTimestamp, managedFields]).not.toContain(undefined);
  // Those of flow schemas come later, and the range is one that servers are started with.
  if (kind === 'flowschemas' || kind === 'plc') return { metadata: kept, ...rest };
  const conditions = status?.conditions?.map((each) => ({ ...each, lastTransitionTime: '<time>' }));
  const shown = conditions === undefined ? status : { ...status, conditions };
  const range = kind === 'servicecidrs' ? { spec: { cidrs: ['10.0.0.0/24'] } } : {};
  return { metadata: kept, ...rest, ...(shown && { status: shown }), ...range };
}

it.each(minors)('a fresh server of 1.%i has the objects of the release', async (minor) => {
  const rig = await serverRig({ minor });
  try {
    for (const [kind, pathOf] of Object.entries(paths)) {
      const path = pathOf(minor);
      if (path === '') continue;
      const { body } = await request(rig, 'GET', path);
      const found = (body.items as Item[]).map((item) => [item.metadata.name, plain(item, kind)]);
      const wanted = Object.entries(objects[kind]!).flatMap(([name, byMinors]) => {
        const fact = factOf(byMinors, minor);
        return fact === undefined ? [] : [[name, fact]];
      });
      expect({ kind, ...Object.fromEntries(found) }).toEqual({
        kind,
        ...Object.fromEntries(wanted),
      });
    }
  } finally {
    await rig.close();
  }
});
