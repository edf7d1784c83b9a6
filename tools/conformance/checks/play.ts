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
}

/** What there is to ask: the object as it is, or a case. */
interface Question {
  readonly change: Change;
  readonly subresource?: CheckCase['subresource'];
}

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
  const questions: readonly Question[] = [{ change: {} }, ...resource.cases];
  const askAll = (ask: (question: Question) => Promise<Outcome | undefined>): Promise<Outcomes> =>
    Promise.all(questions.map(ask));
  // An object of this name must not be there yet: after its checks a new object is accepted then.
  const created = await repeat(times, () => askAll((each) => create(send, resource, each)));
  const base = await store(send, resource);
  const updated = await repeat(times, () => askAll((each) => update(send, resource, each, base)));
  await remove(send, resource, base);
  return created.map((outcomes, time) => answered(resource, outcomes, updated[time]!));
}

async function repeat<T>(times: number, work: () => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  for (let time = 0; time < times; time++) results.push(await work());
  return results;
}

function answered(
  { title, path, object, cases }: CheckedResource,
  [createdBase, ...created]: Outcomes,
  [updatedBase, ...updated]: Outcomes,
): CheckedResource {
  return {
    ...{ title, path, object },
    create: answerOf(createdBase!),
    update: answerOf(updatedBase!),
    cases: cases.map(({ change, subresource }, index) => {
      const [isNew, isOther] = [created[index], updated[index]!];
      return {
        change,
        ...(subresource !== undefined && { subresource }),
        ...(isNew !== undefined && { create: answerOf(isNew, createdBase) }),
        update: answerOf(isOther, updatedBase),
      };
    }),
  };
}

/** The result of an accepted object has what is otherwise than with the object that is changed. */
function answerOf(outcome: Outcome, base?: Outcome): Answer {
  if (typeof outcome === 'string' || Array.isArray(outcome)) return outcome as Answer;
  const result = outcome as Exclude<Outcome, Answer>;
  return without(result, base as typeof result | undefined) ?? 'accepted';
}

async function create(
  send: Send,
  { path, object }: CheckedResource,
  { change, subresource }: Question,
): Promise<Outcome | undefined> {
  if (subresource !== undefined) return undefined;
  const sent = changed(object, change);
  return outcomeOf(send, 'POST', path, sent);
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
  { change, subresource }: Question,
  base: Stored,
): Promise<Outcome> {
  const place = `${path}/${base.metadata.name}`;
  const to = subresource === undefined ? place : `${place}/${subresource}`;
  let { resourceVersion } = base.metadata;
  for (let attempt = 1; ; attempt++) {
    const sent = changed(object, { '/metadata/resourceVersion': resourceVersion, ...change });
    const outcome = await outcomeOf(send, 'PUT', to, sent, subresource === undefined);
    const isLate = typeof outcome === 'string' && outcome.startsWith('409 ');
    if (!isLate || attempt === 5) return outcome;
    const { body: latest } = await send('GET', place);
    ({ resourceVersion } = (latest as Stored).metadata);
  }
}

/** Asks for the answer as a table with the object in its row, so that both are seen. Some subresources have no table. */
async function outcomeOf(
  send: Send,
  method: string,
  path: string,
  sent: JsonObject,
  hasTable = true,
): Promise<Outcome> {
  const to = `${path}?dryRun=All&includeObject=Object`;
  const response = await send(method, to, sent, hasTable ? asTable : undefined);
  if (response.code >= 300) return readAnswer(response);
  const { body, warning } = response;
  const table = hasTable ? (body as Table) : { rows: [{ cells: [], object: body as JsonObject }] };
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
