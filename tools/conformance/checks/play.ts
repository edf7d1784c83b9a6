/** Plays recorded checks to a server: each object as a new one and as an update, none of which is stored. */
import { readAnswer, type Response } from './answer.ts';
import type { Answer, CheckCase, CheckedResource } from './case.ts';
import { changed } from './change.ts';

export type Send = (method: string, path: string, body?: unknown) => Promise<Response>;

interface Stored {
  readonly metadata: { readonly name: string; readonly resourceVersion?: string };
}

/**
 * Asks the server about all cases of a resource, a number of times, and returns them with its answers, once for each time.
 *
 * @throws {Error} when the server does not accept the object that is changed
 */
export async function playResource(
  send: Send,
  resource: CheckedResource,
  times = 1,
): Promise<readonly (readonly CheckCase[])[]> {
  const { cases } = resource;
  // An object of this name must not be there yet: after its checks a new object is accepted then.
  const created = await repeat(times, () => all(cases, (each) => create(send, resource, each)));
  const base = await store(send, resource);
  const updated = await repeat(times, () =>
    all(cases, (each) => update(send, resource, each, base)),
  );
  await remove(send, resource, base);
  return created.map((answers, time) =>
    cases.map(({ change, subresource }, index) => ({
      change,
      ...(subresource !== undefined && { subresource }),
      ...(answers[index] !== undefined && { create: answers[index] }),
      update: updated[time]![index]!,
    })),
  );
}

async function repeat<T>(times: number, work: () => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  for (let time = 0; time < times; time++) results.push(await work());
  return results;
}

function all<T>(
  cases: readonly CheckCase[],
  work: (each: CheckCase) => Promise<T>,
): Promise<readonly T[]> {
  return Promise.all(cases.map(work));
}

async function create(
  send: Send,
  { path, object }: CheckedResource,
  { change, subresource }: CheckCase,
): Promise<Answer | undefined> {
  if (subresource !== undefined) return undefined;
  return readAnswer(await send('POST', `${path}?dryRun=All`, changed(object, change)));
}

async function store(send: Send, { title, path, object }: CheckedResource): Promise<Stored> {
  const { code, body } = await send('POST', path, object);
  if (code !== 201) throw new Error(`${title} is not accepted: ${JSON.stringify(body)}`);
  return body as Stored;
}

/** Sends it again with another version where the server itself has changed the object meanwhile. */
async function update(
  send: Send,
  { path, object }: CheckedResource,
  { change, subresource }: CheckCase,
  base: Stored,
): Promise<Answer> {
  const place = `${path}/${base.metadata.name}`;
  const to = `${place}${subresource === undefined ? '' : `/${subresource}`}?dryRun=All`;
  let { resourceVersion } = base.metadata;
  for (let attempt = 1; ; attempt++) {
    const body = changed(object, { '/metadata/resourceVersion': resourceVersion, ...change });
    const response = await send('PUT', to, body);
    if (response.code !== 409 || attempt === 5) return readAnswer(response);
    const { body: latest } = await send('GET', place);
    ({ resourceVersion } = (latest as Stored).metadata);
  }
}

/** Deletes the object, and what would keep it where no controller cleans up. */
async function remove(send: Send, { path }: CheckedResource, { metadata }: Stored): Promise<void> {
  const place = `${path}/${metadata.name}`;
  await send('PATCH', place, { metadata: { finalizers: null } });
  const { body } = await send('DELETE', place, {
    gracePeriodSeconds: 0,
    propagationPolicy: 'Background',
  });
  const { kind, spec } = body as { readonly kind: string; readonly spec?: object };
  if (kind !== 'Namespace') return;
  await send('PUT', `${place}/finalize`, {
    ...(body as object),
    spec: { ...spec, finalizers: [] },
  });
}
