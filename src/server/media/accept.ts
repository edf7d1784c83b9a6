/** The Accept header: the form of the answer that the client asks for. */
import { notAcceptable, notAcceptableForm } from '#values';

/** Instead of the object itself. */
export type Transform = 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';

export interface Output {
  readonly mediaType: string;
  readonly transform?: Transform;
  /** Version of meta.k8s.io for a transform: `v1` or `v1beta1`. */
  readonly version: string;
  /** `pretty=1` as a parameter of the media type. */
  readonly pretty: boolean;
}

export const jsonType = 'application/json';
/** The media type of Kubernetes' own clients, for requests, answers and watches. */
export const protobufType = 'application/vnd.kubernetes.protobuf';

/** What nearly every client sends. */
export const plainJson: Output = { mediaType: jsonType, version: 'v1', pretty: false };

const transforms: readonly string[] = [
  'Table',
  'PartialObjectMetadata',
  'PartialObjectMetadataList',
] satisfies Transform[];

/** One of the forms that a client takes. */
export interface Clause {
  readonly mediaType: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly quality: number;
}

/** How many headers are cached: clients send few different ones. */
const cacheSize = 200;

export interface AcceptOptions {
  /** A suffix of the types in errors, such as `;stream=watch`. */
  readonly suffix?: string;
  /** Whether answers can be tables. Default: they can. */
  readonly tables?: boolean;
  /** Answers have no other form, such as a table: who asks for one alone gets an error. */
  readonly plain?: boolean;
  /** Custom resources: they have no protobuf form, but their metadata have. */
  readonly untyped?: boolean;
  /** The route produces plain text besides: asking for that alone gets another error. */
  readonly text?: boolean;
  /** No route decides first which types there are: asking for others gets the other error. */
  readonly unrouted?: boolean;
  /** What the error for other types lists. Absent: it lists nothing. */
  readonly available?: readonly string[] | undefined;
  /** JSON wherever the client takes it too, in the form that it prefers. Default: the type that it prefers. */
  readonly prefersJson?: boolean;
}

/** Finds the answer's form among the offered media types, which are in order of preference. */
export class AcceptReader {
  readonly #offered: readonly string[];
  readonly #suffix: string;
  readonly #hasTables: boolean;
  readonly #isPlain: boolean;
  readonly #isUntyped: boolean;
  readonly #hasText: boolean;
  readonly #isUnrouted: boolean;
  readonly #available: readonly string[] | undefined;
  readonly #prefersJson: boolean;
  readonly #outputs = new Map<string, Output>();

  constructor(
    offered: readonly string[],
    {
      suffix = '',
      tables = true,
      plain = false,
      untyped = false,
      text = false,
      unrouted = false,
      available,
      prefersJson = false,
    }: AcceptOptions = {},
  ) {
    this.#offered = offered;
    this.#suffix = suffix;
    this.#hasTables = tables;
    this.#isPlain = plain;
    this.#isUntyped = untyped;
    this.#hasText = text;
    this.#isUnrouted = unrouted;
    this.#available = available;
    this.#prefersJson = prefersJson;
  }

  /** @throws {ApiError} 406 */
  read(header: string | undefined): Output {
    if (header === undefined || header === jsonType || header === '*/*' || header === '') {
      return plainJson;
    }
    let output = this.#outputs.get(header);
    if (output === undefined) {
      output = this.#choose(header);
      if (this.#outputs.size < cacheSize) this.#outputs.set(header, output);
    }
    return output;
  }

  /** Rejects media types that are not produced in any form. @throws {ApiError} 406 */
  checkTypes(header: string | undefined): void {
    if (header) this.#checkTypes(clausesOf(header));
  }

  /** The form of an answer that has only one, such as an error; JSON if no other is acceptable. */
  readPlain(header: string | undefined): Output {
    if (header === undefined || header === jsonType) return plainJson;
    for (const { mediaType, parameters } of clausesOf(header)) {
      const offered = this.#offered.find((type) => matches(mediaType, type));
      if (offered === undefined) continue;
      const output = outputOf(offered, parameters);
      if (output !== undefined && output.transform === undefined) return output;
    }
    return plainJson;
  }

  #choose(header: string): Output {
    const requested = clausesOf(header);
    const clauses = this.#prefersJson ? jsonFirst(requested) : requested;
    // Custom resources have no routes.
    if (!this.#isUntyped && !this.#isUnrouted) this.#checkTypes(clauses);
    for (const clause of clauses) {
      for (const offered of this.#offered) {
        if (!matches(clause.mediaType, offered)) continue;
        const output = outputOf(offered, clause.parameters);
        if (output !== undefined && this.#has(output)) return output;
      }
    }
    throw notAcceptableForm(this.#offered.map((type) => type + this.#suffix));
  }

  #has({ transform, mediaType }: Output): boolean {
    if (this.#isPlain && transform !== undefined) return false;
    if (this.#isUntyped && transform === undefined && mediaType.endsWith('protobuf')) return false;
    return this.#hasTables || transform !== 'Table';
  }

  /** First the route has to produce a type; wildcards of subtypes are not supported there. */
  #checkTypes(clauses: readonly Clause[]): void {
    if (clauses.some(({ mediaType }) => mediaType === '*/*' || this.#isKnown(mediaType))) return;
    throw notAcceptable(this.#available);
  }

  /** An unsupported stream type passes here; the error with the supported types comes later. */
  #isKnown(mediaType: string): boolean {
    if (mediaType === 'text/plain') return this.#hasText;
    return this.#offered.includes(mediaType) || mediaType === 'application/yaml';
  }
}

/** Parses a header; the client's preferred types come first. */
export function clausesOf(header: string): readonly Clause[] {
  return header
    .split(',')
    .map(parseClause)
    .sort((a, b) => b.quality - a.quality);
}

function jsonFirst(clauses: readonly Clause[]): readonly Clause[] {
  const [preferred] = clauses;
  const json = clauses.find(
    ({ mediaType, parameters }) =>
      matches(mediaType, jsonType) && parameters.get('as') === preferred?.parameters.get('as'),
  );
  return json === undefined ? clauses : [json, ...clauses];
}

function parseClause(text: string): Clause {
  const [mediaType = '', ...rest] = text.split(';').map((part) => part.trim());
  const parameters = new Map<string, string>();
  for (const parameter of rest) {
    const equals = parameter.indexOf('=');
    if (equals > 0)
      parameters.set(parameter.slice(0, equals).trim(), parameter.slice(equals + 1).trim());
  }
  const quality = Number(parameters.get('q') ?? 1);
  return { mediaType, parameters, quality: Number.isFinite(quality) ? quality : 1 };
}

/** Returns whether a type is one that a clause takes, which may have wildcards. */
export function matches(desired: string, offered: string): boolean {
  if (desired === offered || desired === '*/*') return true;
  return desired.endsWith('/*') && offered.startsWith(desired.slice(0, -1));
}

/** Returns undefined for an unsupported form. */
function outputOf(mediaType: string, parameters: ReadonlyMap<string, string>): Output | undefined {
  const stream = parameters.get('stream');
  if (stream !== undefined && stream !== 'watch') return undefined;
  const pretty = parameters.get('pretty') === '1';
  const [kind, group, version] = [parameters.get('as'), parameters.get('g'), parameters.get('v')];
  if (kind === undefined && group === undefined && version === undefined) {
    return mediaType === jsonType && !pretty ? plainJson : { mediaType, version: 'v1', pretty };
  }
  if (kind === undefined || !transforms.includes(kind) || group !== 'meta.k8s.io') return undefined;
  if (version !== 'v1' && version !== 'v1beta1') return undefined;
  if (kind === 'Table' && mediaType.endsWith('protobuf')) return undefined;
  return { mediaType, version, pretty, transform: kind as Transform };
}
