/** Objects are written to the API server of a release, without machines and without time. */
import { directClient } from '#client';
import { controllers } from '#controllers';
import { whyUnserved } from '#catalog';
import {
  decodeAs,
  deprecationIn,
  droppedFields,
  droppedText,
  foreignFieldText,
  groupOfVersion,
  namespace as namespaceKind,
  servedForms,
  type Kind,
  type Profile,
} from '#kinds';
import type { Client } from '#runtime';
import type { Schema } from '#schema';
import type { PlacedManifest } from '#scenario';
import { Simulator } from '#simulator';
import { ApiError, isAlreadyExists, type KubeObject, type NewObject } from '#values';
import type { Answer } from './answers.ts';
import { namespaceOf, START_MS } from './input.ts';

/** They decide which namespaces take objects. */
const NEEDED = ['namespace'];

/** Returns the answers of a release, in the order of the objects. */
export async function triedAt(
  objects: readonly PlacedManifest[],
  profile: Profile,
): Promise<readonly Answer[]> {
  const simulator = new Simulator({
    ...{ startMs: START_MS, profile, pool: false },
    controllers: controllers.filter(({ name }) => NEEDED.includes(name)),
  });
  try {
    await simulator.start();
    await simulator.clock.settled();
    const answers: Answer[] = [];
    for (const { manifest } of objects) {
      answers.push(await answerTo(manifest, simulator));
      await simulator.clock.settled();
    }
    return answers;
  } finally {
    simulator.stop();
  }
}

/** Returns whether a group is one of Kubernetes, of some release; others need a definition. */
export function isOfKubernetes(apiVersion: string): boolean {
  const group = groupOfVersion(apiVersion);
  return servedForms.all().some((form) => groupOfVersion(form.apiVersion) === group);
}

async function answerTo(
  manifest: PlacedManifest['manifest'],
  { api, kinds, profile }: Simulator,
): Promise<Answer> {
  const nothing = { warnings: [], dropped: new Map<string, string>() };
  const { apiVersion, kind: name } = manifest;
  const kind = kinds.byKind(apiVersion, name);
  if (kind === undefined) {
    const message = whyUnserved(apiVersion, name, kinds) ?? `there is no ${name} in ${apiVersion}`;
    return { ...nothing, refused: { message } };
  }
  const deprecation = deprecationIn(profile.minor, apiVersion, name);
  const warnings = deprecation === undefined ? [] : [deprecation];
  const warn = (text: string): void => void warnings.push(text);
  const client = directClient(api, { origin: { actor: 'scenario' }, warn });
  try {
    const { sent, unknown } = decoded(kind, manifest);
    const { namespace } = sent.metadata;
    if (namespace !== undefined) await makeNamespace(namespace, client);
    const stored = await written(kind, sent, client);
    const gated = [...droppedFields(kind, profile, sent)].map(
      (dropped) => [dropped.path, droppedText(name, dropped, profile)] as const,
    );
    return { warnings, dropped: new Map([...unknown, ...gated]), sent, stored };
  } catch (error) {
    return { ...nothing, refused: refusalOf(error) };
  }
}

/** Writes an object, which a scenario may apply several times. */
async function written(kind: Kind, sent: NewObject<KubeObject>, client: Client): Promise<object> {
  try {
    return await client.create(kind, sent);
  } catch (error) {
    const { name, namespace } = sent.metadata;
    if (!isAlreadyExists(error) || name === undefined) throw error;
    return client.patch(kind, { name, namespace }, { type: 'merge', body: sent });
  }
}

/** Returns an object as a client sends it that reads it by the types of the release, and what it loses so. */
function decoded(
  kind: Kind,
  manifest: PlacedManifest['manifest'],
): { readonly sent: NewObject<KubeObject>; readonly unknown: ReadonlyMap<string, string> } {
  const unknown = new Map<string, string>();
  const onUnknown = (path: string): void => {
    const text = foreignText(kind.schema, path) ?? 'does not exist';
    unknown.set(path, `${kind.kind}.${path} ${text}`);
  };
  const namespace = kind.namespaced ? namespaceOf(manifest) : undefined;
  const metadata = { ...manifest.metadata, ...(namespace !== undefined && { namespace }) };
  const sent = decodeAs(kind, { ...manifest, metadata }, { onUnknown });
  return { sent: sent as NewObject<KubeObject>, unknown };
}

/** Returns in which releases a field exists that its type does not have. */
function foreignText(schema: Schema, path: string): string | undefined {
  const segments = path.replaceAll(/\[\d+\]/g, '.[]').split('.');
  let at: Schema | undefined = schema;
  for (const segment of segments.slice(0, -1)) {
    if (at?.type === 'struct') at = at.fields.get(segment)?.schema;
    else if (at?.type === 'list') at = at.items;
    else if (at?.type === 'map') at = at.values;
    else return undefined;
  }
  return at?.type === 'struct' ? foreignFieldText(at, segments.at(-1)!) : undefined;
}

/** Makes a namespace, as Helm's --create-namespace does: that it is missing says nothing about a release. */
async function makeNamespace(name: string, client: Client): Promise<void> {
  try {
    await client.create(namespaceKind, { metadata: { name }, spec: {}, status: {} });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}

function refusalOf(error: unknown): NonNullable<Answer['refused']> {
  if (!(error instanceof ApiError)) return { message: (error as Error).message };
  const [cause, second] = error.details?.causes ?? [];
  const field = second === undefined ? cause?.field : undefined;
  return { message: error.message, ...(field !== undefined && { field }) };
}
