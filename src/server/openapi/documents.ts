/** All OpenAPI documents of a server, each built when it is first requested. */
import { runToEnd, type Resumable } from '#values';
import { apiVersionOf, type Kind, type Profile } from '#kinds';
import { fnv1a32 } from '#values';
import type { JsonSchema } from './dialect.ts';
import { documenting } from './document.ts';
import { gnosticDocument, gnosticVersion3 } from './gnostic.ts';
import { capitalized, groupLabel } from './names.ts';
import type { Operation } from './operation.ts';
import { documentOperation, operationsOf } from './operations.ts';
import { groupVersionsOf, type GroupVersion } from './resources.ts';
import { Types } from './types.ts';
import { layout2 } from './version-2.ts';
import { layout3 } from './version-3.ts';

export interface OpenApiOptions {
  /** All served kinds. */
  readonly kinds: readonly Kind[];
  /** The discovery documents by path; the others are derived from them. */
  readonly discovery: ReadonlyMap<string, object>;
  /** The release that is described. */
  readonly profile: Profile;
}

/** A document as it is sent. */
export interface Text {
  readonly text: string;
  /** Changes when the text changes. */
  readonly hash: string;
}

export class OpenApiDocuments {
  /** The release that is described. */
  readonly profile: Profile;
  readonly #types: Types;
  readonly #customNames: ReadonlySet<string>;
  readonly #groupVersions: readonly GroupVersion[];
  readonly #texts = new Map<string, Text>();
  #gnostic: Buffer | undefined;
  readonly #gnosticVersion3 = new Map<string, Buffer>();

  constructor({ discovery, kinds, profile }: OpenApiOptions) {
    this.profile = profile;
    this.#groupVersions = groupVersionsOf(discovery);
    const custom = kinds.filter((kind) => kind.custom !== undefined);
    this.#customNames = new Set(custom.map((kind) => `apis/${apiVersionOf(kind)}`));
    this.#types = new Types(profile, kinds);
  }

  version2(): Text {
    return runToEnd(this.makingVersion2());
  }

  /** The same in parts: it describes all kinds. */
  *makingVersion2(): Resumable<Text> {
    const known = this.#texts.get('');
    if (known !== undefined) return known;
    const operations: Operation[] = [];
    for (const one of this.#groupVersions) {
      operations.push(...operationsOf(one, this.#types));
      yield;
    }
    operations.push(...this.#documentOperations().values());
    const text = hashed(JSON.stringify(yield* documenting(layout2, operations, this.#types)));
    this.#texts.set('', text);
    return text;
  }

  /** Version 2 in protobuf. */
  gnostic(): Buffer {
    this.#gnostic ??= gnosticDocument(JSON.parse(this.version2().text) as JsonSchema);
    return this.#gnostic;
  }

  /** The parts of version 3, such as `apis/apps/v1`, in alphabetical order. */
  names(): readonly string[] {
    const versions = this.#groupVersions.map(({ path }) => path);
    return [...this.#documentOperations().keys(), ...versions].filter(this.#isDescribed).sort();
  }

  /** Whether version 3 describes what has this name: at first not what API services have for themselves. */
  readonly #isDescribed = (name: string): boolean => {
    const isWhole = this.profile.enabled('OpenApiMediaTypes');
    return isWhole || !/^apis\/apiregistration\.k8s\.io(\/|$)/.test(name);
  };

  /** Undefined for a name that is not one of {@link names}. */
  version3(name: string): Text | undefined {
    const operations = this.#isDescribed(name) ? this.#operationsOf(name) : undefined;
    if (operations === undefined) return undefined;
    const isCustom = this.isCustom(name);
    const only = this.#groupVersions.find(({ path }) => path === name);
    return this.#text(name, () =>
      runToEnd(documenting(layout3, operations, this.#types, { isCustom, only })),
    );
  }

  /** Whether users have defined what a part of version 3 describes. */
  isCustom(name: string): boolean {
    return this.#customNames.has(name);
  }

  /** A document of version 3 in protobuf. */
  gnosticVersion3(name: string, { text }: Text): Buffer {
    let bytes = this.#gnosticVersion3.get(name);
    if (bytes === undefined) {
      bytes = gnosticVersion3(JSON.parse(text) as JsonSchema);
      this.#gnosticVersion3.set(name, bytes);
    }
    return bytes;
  }

  #operationsOf(name: string): readonly Operation[] | undefined {
    const groupVersion = this.#groupVersions.find(({ path }) => path === name);
    if (groupVersion !== undefined) return operationsOf(groupVersion, this.#types);
    const document = this.#documentOperations().get(name);
    return document && [document];
  }

  /** The operations that read discovery documents, by path without leading and trailing slashes. */
  #documentOperations(): ReadonlyMap<string, Operation> {
    const operations = new Map<string, Operation>([
      ['api', documentOperation('/api/', 'getCoreAPIVersions', 'core', 'APIVersions')],
      ['apis', documentOperation('/apis/', 'getAPIVersions', 'apis', 'APIGroupList')],
      ['version', documentOperation('/version/', 'getCodeVersion', 'version', 'Info')],
      ...openIdOperations,
    ]);
    for (const { group } of this.#groupVersions) {
      if (group === '') continue;
      const label = groupLabel(group);
      const id = `get${capitalized(label)}APIGroup`;
      operations.set(`apis/${group}`, documentOperation(`/apis/${group}/`, id, label, 'APIGroup'));
    }
    return operations;
  }

  #text(key: string, make: () => JsonSchema): Text {
    let text = this.#texts.get(key);
    if (text === undefined) {
      text = hashed(JSON.stringify(make()));
      this.#texts.set(key, text);
    }
    return text;
  }
}

/** What others read about the tokens of service accounts. */
const openIdOperations: readonly (readonly [string, Operation])[] = [
  openIdOperation(
    '.well-known/openid-configuration',
    'getServiceAccountIssuerOpenIDConfiguration',
    'WellKnown',
    'application/json',
  ),
  openIdOperation(
    'openid/v1/jwks',
    'getServiceAccountIssuerOpenIDKeyset',
    'openid',
    'application/jwk-set+json',
  ),
];

function openIdOperation(
  name: string,
  id: string,
  tag: string,
  mediaType: string,
): readonly [string, Operation] {
  const operation = documentOperation(`/${name}/`, id, tag, '');
  return [name, { ...operation, answer: 'text', produces: [mediaType] }];
}

export function hashed(text: string): Text {
  const hash = `${fnv1a32(text).toString(16)}${text.length.toString(16)}`.toUpperCase();
  return { text, hash };
}
