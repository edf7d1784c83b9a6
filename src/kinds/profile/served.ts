/**
 * Which kinds a minor release of Kubernetes serves in which group and version. A line of the table says
 *
 *     CronJob 24 deprecated=21 removed=25 use=batch/v1 stored=batch/v1
 *
 *     24  24-28  30-      the minors that have it, both included; those before 1.24 are not looked at
 *     off                 a server serves it only where `--runtime-config` asks for it
 *     gate=NAME           and only while this gate is on
 *     known               it can be read where objects are read, and is never served
 *     deprecated=N        the minor that begins to warn of it
 *     removed=N           the minor that has it no more
 *     use=GROUP/VERSION   what the warning names instead: the same kind, or `/KIND` behind it
 *     subs=NAME:MINORS    a subresource that only these minors have, several with commas; others are always there
 *     stored=VERSION      the version in which it is stored, by minors where that changes; absent: this one
 */
import { hasMinor, minorsOf } from './ranges.ts';
import { servedTable } from './served-table.ts';

/** A kind in a group and version. Minors are those of Kubernetes 1. */
export interface ServedForm {
  /** `v1` or `batch/v1`. */
  readonly apiVersion: string;
  readonly kind: string;
  readonly since: number;
  /** The last minor that has it. Infinity: none so far. */
  readonly until: number;
  /** Served by default, only where it is asked for, or never. */
  readonly mode: 'on' | 'off' | 'known';
  readonly gate?: string;
  readonly deprecated?: number;
  readonly removed?: number;
  /** The group, version and kind to use instead: `batch/v1 CronJob`. */
  readonly replacement?: string;
  /** The minors of subresources that not all of them have, by name. */
  readonly subresources: ReadonlyMap<string, string>;
  /** The apiVersions in which objects are stored, each from a minor on, in their order. */
  readonly stored: readonly { readonly since: number; readonly apiVersion: string }[];
}

/** Finds the forms of all releases. Each line of the table is read on first use. */
class ServedForms {
  #table: ReadonlyMap<string, readonly string[]> | undefined;
  readonly #read = new Map<string, readonly ServedForm[]>();

  /** Whether some release has a group and version. */
  has(apiVersion: string): boolean {
    return this.#lines.has(apiVersion);
  }

  /**
   * Returns the forms of a group and version; several of a kind where it came back.
   *
   * @param kind only its forms
   */
  of(apiVersion: string, kind = ''): readonly ServedForm[] {
    const key = `${apiVersion} ${kind}`;
    let forms = this.#read.get(key);
    if (forms === undefined) {
      const lines = this.#lines.get(apiVersion) ?? [];
      const selected = kind === '' ? lines : lines.filter((line) => line.startsWith(`${kind} `));
      forms = selected.map((line) => formOf(apiVersion, line.split(' ')));
      this.#read.set(key, forms);
    }
    return forms;
  }

  /** Returns all of them, in the order of groups and their versions. */
  all(): readonly ServedForm[] {
    return [...this.#lines.keys()].flatMap((apiVersion) => this.of(apiVersion));
  }

  /** By group and version. */
  get #lines(): ReadonlyMap<string, readonly string[]> {
    this.#table ??= linesOfTable();
    return this.#table;
  }
}

export const servedForms: ServedForms = new ServedForms();

/** Returns the form of a kind that a minor release has; undefined where it has none. */
export function formIn(minor: number, apiVersion: string, kind: string): ServedForm | undefined {
  return servedForms
    .of(apiVersion, kind)
    .find(({ since, until }) => since <= minor && minor <= until);
}

/**
 * Returns the warning for each use of a kind in a minor release, such as `batch/v1beta1 CronJob is
 * deprecated in v1.21+, ...`; undefined where that release does not warn.
 */
export function deprecationIn(minor: number, apiVersion: string, kind: string): string | undefined {
  const form = formIn(minor, apiVersion, kind);
  return form && deprecationOf(form, minor);
}

/** Returns the same of the form that a minor release has. */
export function deprecationOf(form: ServedForm, minor: number): string | undefined {
  const { apiVersion, kind, deprecated, removed, replacement } = form;
  if (deprecated === undefined || deprecated > minor) return undefined;
  return [
    `${apiVersion} ${kind} is deprecated in v1.${deprecated}+`,
    removed === undefined ? '' : `, unavailable in v1.${removed}+`,
    replacement === undefined ? '' : `; use ${replacement}`,
  ].join('');
}

/** Whether a minor release has a subresource of a form that it has. */
export function hasSubresource(form: ServedForm, minor: number, subresource: string): boolean {
  const range = form.subresources.get(subresource);
  return range === undefined || hasMinor(range, minor);
}

/** Returns the apiVersion in which a minor release stores the objects of a kind that it has. */
export function storedIn(minor: number, apiVersion: string, kind: string): string {
  const form = formIn(minor, apiVersion, kind);
  return form === undefined ? apiVersion : storedBy(form, minor);
}

/** Returns the same of the form that a minor release has. */
export function storedBy({ apiVersion, stored }: ServedForm, minor: number): string {
  return stored.findLast(({ since }) => since <= minor)?.apiVersion ?? apiVersion;
}

function linesOfTable(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of servedTable.split('\n')) {
    if (line.startsWith(' ')) lines.push(line.trim());
    else if (line !== '') found.set(line, (lines = []));
  }
  return found;
}

function formOf(apiVersion: string, [kind, range, ...words]: readonly string[]): ServedForm {
  const options = new Map(words.map((word) => word.split('=') as [string, string | undefined]));
  const numberOf = (word: string): number | undefined =>
    options.has(word) ? Number(options.get(word)) : undefined;
  const { since, until } = minorsOf(range!);
  const use = options.get('use');
  return {
    apiVersion,
    kind: kind!,
    since,
    until,
    mode: options.has('known') ? 'known' : options.has('off') ? 'off' : 'on',
    gate: options.get('gate'),
    deprecated: numberOf('deprecated'),
    removed: numberOf('removed'),
    replacement: use === undefined ? undefined : replacementOf(use, kind!),
    subresources: new Map(
      options
        .get('subs')
        ?.split(',')
        .map((each) => each.split(':') as [string, string]),
    ),
    stored: storedOf(apiVersion, options.get('stored')),
  };
}

/** `v1beta1` or `24-26:v1,27-:v2`; a version of another group is written with it: `core/v1`. */
function storedOf(apiVersion: string, text: string | undefined): ServedForm['stored'] {
  if (text === undefined) return [];
  const group = apiVersion.slice(0, apiVersion.lastIndexOf('/') + 1);
  return text.split(',').map((part) => {
    const [version, range] = part.split(':').reverse();
    return {
      since: range === undefined ? 0 : minorsOf(range).since,
      apiVersion: version!.includes('/') ? version!.replace(/^core\//, '') : `${group}${version!}`,
    };
  });
}

/** A kind of another name is written behind the version: `discovery.k8s.io/v1/EndpointSlice`. */
function replacementOf(use: string, kind: string): string {
  const [group, version, other] = use.split('/');
  return `${group!}${version === undefined ? '' : `/${version}`} ${other ?? kind}`;
}
