/** Plays recorded checks to a server: each object as a new one and as an update, none of which is stored. */
import { readAnswer, type Response } from './answer.ts';
import type { Answer, Change, CheckCase, CheckedResource, JsonObject } from './case.ts';
import { changed } from './change.ts';
import { resultOf, without, type Outcome, type Table } from './result.ts';

export type Send = (
  method: string,
  path: string,
  body?: unknown,
  accept?: string,
) => Promise<Response>;

interface Stored {
  readonly metadata: { readonly name: string; readonly resourceVersion?: string };
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

/** What there is to ask: the object as it is, or a case. */
interface Question {
  readonly change: Change;
  readonly subresource?: CheckCase['subresource'];
  readonly patch?: CheckCase['patch'];
}

type Subresource = NonNullable<CheckCase['subresource']>;
type Done = Exclude<Outcome, Answer>;
type Outcomes = readonly (Outcome | undefined)[];

const asTable = 'application/json;as=Table;v=v1;g=meta.k8s.io';

/**
 * Asks the server about a resource and its cases, a number of times, and returns them with its answers, once for each time.
 *
 * @throws {Error} when the server does not accept the object that is changed
 */
export async function playResource(
  send: Send,
  resource: CheckedResource,
  times = 1,
): Promise<readonly CheckedResource[]> {
  const undefine = await define(send, resource);
  const questions: readonly Question[] = [
    { change: {} },
    ...subresourcesOf(resource).map((subresource) => ({ change: {}, subresource })),
    ...resource.cases,
  ];
  const askAll = (ask: (question: Question) => Promise<Outcome | undefined>): Promise<Outcomes> =>
    Promise.all(questions.map(ask));
  // An object of this name must not be there yet: after its checks a new object is accepted then.
  const created = await repeat(times, () => askAll((each) => create(send, resource, each)));
  const base = await store(send, resource);
  const updated = await repeat(times, () => askAll((each) => update(send, resource, each, base)));
  await remove(send, resource, base);
  await undefine();
  return created.map((outcomes, time) => answered(resource, outcomes, updated[time]!));
}

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Stores the definition, and waits until objects of its kind can be sent. Returns how it is taken back. */
async function define(
  send: Send,
  { title, path, definition }: CheckedResource,
): Promise<() => Promise<void>> {
  if (definition === undefined) return () => Promise.resolve();
  const { metadata } = await store(send, { title, path: definitions, object: definition });
  await until(async () => (await send('GET', path)).code === 200, `${path} is not served`);
  const place = `${definitions}/${metadata.name}`;
  return async () => {
    await send('DELETE', place);
    await until(async () => (await send('GET', place)).code === 404, `${place} is not deleted`);
  };
}

/** Asks until it is so. */
async function until(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (let attempt = 0; attempt < 5000; attempt++) if (await isSo()) return;
  throw new Error(otherwise);
}

async function repeat<T>(times: number, work: () => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  for (let time = 0; time < times; time++) results.push(await work());
  return results;
}

function subresourcesOf({ cases }: CheckedResource): readonly Subresource[] {
  return [...new Set(cases.flatMap(({ subresource }) => subresource ?? []))];
}

function answered(
  resource: CheckedResource,
  created: Outcomes,
  updated: Outcomes,
): CheckedResource {
  const { title, path, definition, object, cases } = resource;
  const subresources = subresourcesOf(resource);
  const first = 1 + subresources.length;
  const baseOf = (subresource: Subresource | undefined): Outcome =>
    updated[subresource === undefined ? 0 : 1 + subresources.indexOf(subresource)]!;
  const answers = subresources.map((name) => [name, answerOf(baseOf(name))]);
  return {
    ...{ title, path, ...(definition !== undefined && { definition }), object },
    create: answerOf(created[0]!),
    update: answerOf(updated[0]!),
    ...(answers.length > 0 && { subresources: Object.fromEntries(answers) }),
    cases: cases.map(({ change, subresource, patch }, index) => {
      const [outcome, other] = [created[first + index], updated[first + index]!];
      return {
        change,
        ...(subresource !== undefined && { subresource }),
        ...(patch !== undefined && { patch }),
        ...(outcome !== undefined && { create: answerOf(outcome, created[0]) }),
        update: answerOf(other, baseOf(subresource)),
      };
    }),
  };
}

/** The result of an accepted object has what is otherwise than with the object that is changed. */
function answerOf(outcome: Outcome, base?: Outcome): Answer {
  if (typeof outcome === 'string' || Array.isArray(outcome)) return outcome as Answer;
  const isAccepted = typeof base === 'object' && !Array.isArray(base);
  return without(outcome as Done, isAccepted ? (base as Done) : undefined) ?? 'accepted';
}

async function create(
  send: Send,
  { path, object }: CheckedResource,
  { change, subresource, patch }: Question,
): Promise<Outcome | undefined> {
  if (subresource !== undefined || patch !== undefined) return undefined;
  const sent = changed(object, change);
  return outcomeOf(send, 'POST', path, sent, sent);
}

async function store(
  send: Send,
  { title, path, object }: Pick<CheckedResource, 'title' | 'path' | 'object'>,
): Promise<Stored> {
  const { code, body } = await send('POST', path, object);
  if (code !== 201) throw new Error(`${title} is not accepted: ${JSON.stringify(body)}`);
  const stored = body as Stored;
  if (object['kind'] !== 'CustomResourceDefinition') return stored;
  // Its names are fixed once the server has accepted them, a moment later.
  const { name } = stored.metadata;
  await until(async () => {
    const { status } = (await send('GET', `${path}/${name}`)).body as Stored;
    return (status?.conditions ?? []).some(
      (each) => each.type === 'Established' && each.status === 'True',
    );
  }, `${name} is not established`);
  return stored;
}

/** Sends it again with another version where the server itself has changed the object meanwhile. */
async function update(
  send: Send,
  { path, object }: CheckedResource,
  { change, subresource, patch }: Question,
  base: Stored,
): Promise<Outcome> {
  const place = `${path}/${base.metadata.name}`;
  if (patch !== undefined) return outcomeOf(send, 'PATCH', place, patch, object);
  const to = subresource === undefined ? place : `${place}/${subresource}`;
  let { resourceVersion } = base.metadata;
  for (let attempt = 1; ; attempt++) {
    const sent = changed(object, { '/metadata/resourceVersion': resourceVersion, ...change });
    const outcome = await outcomeOf(send, 'PUT', to, sent, sent, hasTable(object, subresource));
    const isLate = typeof outcome === 'string' && outcome.startsWith('409 ');
    if (!isLate || attempt === 5) return outcome;
    const { body: latest } = await send('GET', place);
    ({ resourceVersion } = (latest as Stored).metadata);
  }
}

/** In v1.24 some subresources are not answered as tables. */
function hasTable({ kind }: JsonObject, subresource: Subresource | undefined): boolean {
  const without = ['APIService', 'CertificateSigningRequest', 'CustomResourceDefinition'];
  return subresource === undefined || !without.includes(String(kind));
}

/** Asks for the answer as a table with the object in its row, so that both are seen. */
async function outcomeOf(
  send: Send,
  method: string,
  path: string,
  body: JsonObject | readonly JsonObject[],
  /** What the result is compared with. */
  sent: JsonObject,
  isTable = true,
): Promise<Outcome> {
  const to = `${path}?dryRun=All&includeObject=Object`;
  const response = await send(method, to, body, isTable ? asTable : undefined);
  if (response.code >= 300) return readAnswer(response);
  const { body: answer, warning } = response;
  const object = answer as JsonObject;
  const table = isTable ? (answer as Table) : { rows: [{ cells: [], object }] };
  return resultOf({ sent, table, warning });
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
