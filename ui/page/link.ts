/** The page in an address: after the `#`, which browsers do not send to any server. */
import { themes, views, type PageState, type Theme, type ViewName } from './store.ts';

export interface LinkState {
  /** A scenario of the library by its name. */
  readonly library?: string;
  /** Name and text of another one. */
  readonly scenario?: { readonly name: string; readonly text: string };
  readonly seed?: number;
  readonly atMs?: number;
  readonly view?: ViewName;
  /** The object whose numbers the stage shows. */
  readonly focus?: { readonly kind: string; readonly key: string };
  readonly selected?: { readonly kind: string; readonly key: string };
  readonly asked?: string;
  /** Without the parts around the picture, for another page. */
  readonly embed?: boolean;
  readonly theme?: Theme;
  readonly lesson?: string;
  /** The answers that were given in the lesson. */
  readonly predictions?: readonly string[];
}

/** More questions has no lesson. */
const MOST_PREDICTIONS = 50;

/** The fragment, without `#`. */
export async function writeLink(link: LinkState): Promise<string> {
  const parts = new URLSearchParams();
  const { library, scenario, seed, atMs, lesson, predictions = [] } = link;
  if (lesson !== undefined) parts.set('lesson', lesson);
  for (const each of predictions) parts.append('said', each);
  if (library !== undefined) parts.set('run', library);
  if (scenario !== undefined)
    parts.set('text', await packed(JSON.stringify([scenario.name, scenario.text])));
  if (seed !== undefined) parts.set('seed', String(seed));
  if (atMs !== undefined) parts.set('at', String(Math.round(atMs)));
  if (link.embed === true) parts.set('embed', '');
  setPlace(parts, link);
  return parts.toString();
}

/** A lesson with what was predicted in it, or the list of lessons. */
export function lessonLink(
  state: Pick<PageState, 'lesson' | 'predictions' | 'lessonSeed' | 'isEmbedded' | 'theme'>,
): string {
  const { lesson, predictions, lessonSeed, isEmbedded, theme } = state;
  const parts = new URLSearchParams();
  if (lesson === undefined) parts.set('view', 'lessons');
  else parts.set('lesson', lesson);
  for (const each of predictions) parts.append('said', each);
  if (lessonSeed !== undefined) parts.set('seed', String(lessonSeed));
  if (isEmbedded) {
    parts.set('embed', '');
    if (theme !== 'system') parts.set('theme', theme);
  }
  return parts.toString();
}

/** What of a run is looked at. */
export type Place = Pick<LinkState, 'view' | 'focus' | 'selected' | 'asked'>;

/** Sets what is looked at, and takes away what is not. */
export function setPlace(parts: URLSearchParams, { view, focus, selected, asked }: Place): void {
  const name = (object: LinkState['focus']): string | undefined =>
    object && `${object.kind} ${object.key}`;
  const values = { view, focus: name(focus), object: name(selected), why: asked };
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) parts.delete(key);
    else parts.set(key, value);
  }
}

/** What does not make sense is left out. */
export async function readLink(fragment: string): Promise<LinkState> {
  const parts = new URLSearchParams(fragment.replace(/^#/, ''));
  const text = parts.get('text');
  const view = views.find((each) => each === parts.get('view'));
  return {
    ...optional('lesson', parts.get('lesson')),
    ...optional('library', parts.get('run')),
    ...(text && (await scenarioIn(text))),
    ...optional('seed', numberIn(parts.get('seed'))),
    ...optional('atMs', numberIn(parts.get('at'))),
    ...optional('view', view),
    ...optional('focus', objectIn(parts.get('focus'))),
    ...optional('selected', objectIn(parts.get('object'))),
    ...optional('asked', parts.get('why')),
    ...(parts.has('embed') && { embed: true }),
    ...optional(
      'theme',
      themes.find((each) => each === parts.get('theme')),
    ),
    predictions: parts.getAll('said').slice(0, MOST_PREDICTIONS),
  };
}

function optional<K extends string, V>(name: K, value: V | null | undefined): { [k in K]?: V } {
  return (value == null ? {} : { [name]: value }) as { [k in K]?: V };
}

function objectIn(text: string | null): LinkState['focus'] {
  const [kind, key] = (text ?? '').split(' ');
  return kind && key ? { kind, key } : undefined;
}

function numberIn(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

async function scenarioIn(text: string): Promise<Pick<LinkState, 'scenario'>> {
  try {
    const [name, own] = JSON.parse(await unpacked(text)) as [unknown, unknown];
    return typeof name === 'string' && typeof own === 'string'
      ? { scenario: { name, text: own } }
      : {};
  } catch {
    return {};
  }
}

async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function unpacked(text: string): Promise<string> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).text();
}
