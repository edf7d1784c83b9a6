/** An API of its own for every test: fresh store, clock and chance, with a namespace to work in. */
import type { AdmissionPlugin, CallWebhook, RequestContext } from '#api';
import { Random, VirtualClock } from '#clock';
import { ApiError, type FieldError, type FieldErrors, type KubeObject } from '#values';
import {
  namespace,
  schemas,
  statusPart,
  type AuthorizationMode,
  type Kind,
  defaultProfile,
  type Profile,
} from '#kinds';
import type { Schema } from '#schema';
import { TestApi } from './test-api.ts';
import { MemoryStore, type Change, type HistoryWindow } from '#store';

export interface ApiRig {
  readonly clock: VirtualClock;
  /** Freezes what it stores. */
  readonly store: MemoryStore;
  readonly api: TestApi;
}

export interface RigOptions {
  readonly window?: HistoryWindow;
  readonly admission?: readonly AdmissionPlugin[];
  readonly profile?: Profile;
  readonly authorization?: AuthorizationMode;
  readonly freeze?: boolean;
  readonly callWebhook?: CallWebhook;
}

export { TestApi };

export const context: RequestContext = { origin: { actor: 'test' } };
export const dryRun: RequestContext = { ...context, dryRun: true };

/** 2026-11-20T20:00:00Z */
export const start = 1_795_204_800_000;
export const startTime = '2026-11-20T20:00:00Z';

export async function apiRig(options: RigOptions = {}): Promise<ApiRig> {
  const { window, profile = defaultProfile, freeze = true, ...more } = options;
  const clock = new VirtualClock({ start });
  const store = new MemoryStore({ clock, freeze, window });
  const random = new Random(1);
  const api = new TestApi({ ...more, store, clock, random, profile });
  await api.create(context, namespace, { metadata: { name: 'default' } });
  return { clock, store, api };
}

/** Real metadata, and the parts of the kinds here with anything in them. */
const looseFields = new Map(
  [
    ...['apiVersion', 'kind', 'metadata', 'spec', 'status', 'data'],
    ...['value', 'globalDefault', 'preemptionPolicy'],
  ].map((name) => {
    const schema: Schema =
      name === 'metadata' ? schemas.of('meta/v1', 'ObjectMeta') : { type: 'scalar', scalar: 'any' };
    return [name, { name, required: false, schema }] as const;
  }),
);

/** A kind without spec and status, as ConfigMaps are. */
export interface Note extends KubeObject {
  readonly data?: Readonly<Record<string, string>>;
}

export const note = kindOf<Note>({ kind: 'Note', plural: 'notes' });

/** A kind with all that most kinds have: spec, status, generation, defaults, checks. */
export interface Widget extends KubeObject {
  readonly spec: { readonly size?: number; readonly colour?: string };
  readonly status?: { readonly ready?: number };
}

export const widget = kindOf<Widget>({
  group: 'example.com',
  kind: 'Widget',
  plural: 'widgets',
  wire: { selectableFields: { 'spec.colour': (object) => object.spec.colour ?? '' } },
  subresources: {
    status: statusPart({
      validate(errors, { status }) {
        if ((status?.ready ?? 0) < 0) errors.push(tooSmall('status.ready'));
      },
    }),
  },
  rules: {
    generation: (object) => object.spec,
    defaults: (object) =>
      object.spec?.colour === undefined
        ? { ...object, spec: { ...object.spec, colour: 'red' } }
        : object,
    prepareCreate: (object) => ({ ...object, status: { ready: 0 } }),
    validate: validateWidget,
    validateUpdate: validateWidget,
  },
});

function validateWidget(errors: FieldErrors, { spec }: Widget): void {
  if ((spec.size ?? 0) < 0) errors.push(tooSmall('spec.size'));
}

function tooSmall(field: string): FieldError {
  return { reason: 'FieldValueInvalid', field, message: 'Invalid value: must not be below 0' };
}

/** By default, a namespaced kind of the core group. */
export function kindOf<T extends KubeObject>(
  parts: Partial<Kind<T>> & Pick<Kind<T>, 'kind' | 'plural'>,
): Kind<T> {
  const schema = {
    type: 'struct',
    name: parts.kind,
    definition: '',
    fields: looseFields,
    atomic: false,
  } as const;
  return {
    group: '',
    version: 'v1',
    namespaced: true,
    schema,
    names: {},
    wire: {},
    rules: {},
    table: { columns: [] },
    view: {},
    ...parts,
  };
}

/** The error of a call that must be refused. */
export async function refusal(call: Promise<unknown> | (() => unknown)): Promise<ApiError> {
  try {
    await (typeof call === 'function' ? call() : call);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('this should have been refused');
}

/** Everything written after `revision`, in order. */
export async function changesAfter(
  store: MemoryStore,
  revision: number,
): Promise<readonly Change[]> {
  if (store.revision() === revision) return [];
  const watch = store.watch(undefined, { after: revision });
  const changes = await watch.next();
  watch.stop();
  return changes;
}
