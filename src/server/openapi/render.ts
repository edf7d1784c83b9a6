/** What both versions of OpenAPI documents are composed of. */
import type { StructSchema } from '#schema';
import { listOf } from '#kinds';
import { Definitions } from './definitions.ts';
import { patchDefinition, type Dialect, type JsonSchema } from './dialect.ts';
import type { About, Operation } from './operation.ts';
import {
  nameParameter,
  namespaceParameter,
  parametersOf,
  pathParameter,
  type Parameter,
} from './parameters.ts';
import type { Types } from './types.ts';
import { versionDefinition } from './version-info.ts';

/** What a document says about itself. */
export function infoOf({ profile, isCustom }: About): object {
  if (isCustom) return { title: 'Kubernetes CRD Swagger', version: 'v0.1.0' };
  const { minor, release, enabled } = profile;
  const version = enabled('MinorInOpenApi') ? `1.${minor}` : release.gitVersion;
  return { title: 'Kubernetes', version };
}

const objectTypes: readonly string[] = [
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
];
const untypedTypes = objectTypes.filter((type) => !type.endsWith('protobuf'));
const streamTypes: readonly string[] = [
  'application/json;stream=watch',
  'application/vnd.kubernetes.protobuf;stream=watch',
];
const patchTypes: readonly string[] = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
];

const meanings: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  401: 'Unauthorized',
};

export interface RenderedResponse {
  readonly code: number;
  readonly description: string;
  /** The response's schema; absent where none is documented. */
  readonly schema?: JsonSchema;
}

/** Describes operations as in both versions, and collects the definitions that they need. */
export class Renderer {
  readonly definitions: Definitions;
  readonly #types: Types;

  constructor(dialect: Dialect, types: Types, about: About) {
    this.definitions = new Definitions(dialect, types, about);
    this.#types = types;
  }

  /** The fields of an operation that are copied as they are. */
  about({ id, description, tag, action, kind, shownKind = kind }: Operation): object {
    return {
      description,
      tags: [tag],
      operationId: id,
      ...(action !== undefined && { 'x-kubernetes-action': action }),
      ...(shownKind !== undefined && { 'x-kubernetes-group-version-kind': shownKind }),
    };
  }

  /** Those in addition to the usual ones in the path. */
  parameters({ verb, parameters, isCustom }: Operation): readonly Parameter[] {
    return parameters ?? parametersOf(verb, this.#types.profile, isCustom);
  }

  /** A reference to the request body; undefined without one. */
  body(operation: Operation): JsonSchema | undefined {
    switch (operation.body) {
      case undefined:
        return undefined;
      case 'object':
        return this.definitions.ref(this.#types.schemaOf(operation.kind!));
      case 'patch':
        return this.definitions.refNamed(patchDefinition);
      case 'options':
        return this.definitions.ref(this.#meta('DeleteOptions'));
    }
  }

  responses(operation: Operation): readonly RenderedResponse[] {
    const schema = this.#answer(operation);
    const codes = operation.codes.map((code) => ({ code, description: meanings[code]!, schema }));
    return [...codes, { code: 401, description: meanings[401]! }];
  }

  #meta(type: string): StructSchema {
    return this.#types.profile.schemas.of('meta/v1', type);
  }

  #answer({ answer, kind }: Operation): JsonSchema {
    switch (answer) {
      case 'object':
        return this.definitions.ref(this.#types.schemaOf(kind!));
      case 'list':
        return this.definitions.ref(
          listOf(this.#types.schemaOf(kind!), this.#types.profile.schemas),
        );
      case 'events':
        return this.definitions.ref(this.#meta('WatchEvent'));
      case 'status':
        return this.definitions.ref(this.#meta('Status'));
      case 'text':
      case 'any':
        return { type: 'string' };
      default:
        return answer.document === 'Info'
          ? this.definitions.refNamed(versionDefinition)
          : this.definitions.ref(this.#meta(answer.document));
    }
  }
}

/** The server's version is in JSON only. */
function isVersion(answer: Operation['answer']): boolean {
  return typeof answer === 'object' && answer.document === 'Info';
}

/** Media types of an operation's request body. */
export function consumedBy({
  answer,
  body,
  isCustom,
  produces,
  verb,
}: Operation): readonly string[] {
  if (produces !== undefined) return [];
  if (verb === 'document') return isVersion(answer) ? ['application/json'] : objectTypes;
  if (body !== 'patch') return isCustom === true ? untypedTypes : ['*/*'];
  return isCustom === true ? patchTypes.filter((type) => !type.includes('strategic')) : patchTypes;
}

/** Media types of an operation's answers. */
export function producedBy({ answer, isCustom, produces }: Operation): readonly string[] {
  if (produces !== undefined) return produces;
  if (isCustom === true) return untypedTypes;
  if (isVersion(answer)) return ['application/json'];
  if (answer === 'any') return ['*/*'];
  if (answer === 'text') return ['text/plain', ...objectTypes];
  return answer === 'list' || answer === 'events' ? [...objectTypes, ...streamTypes] : objectTypes;
}

export function pathParameters(path: string): readonly Parameter[] {
  return [
    ...(path.includes('{name}') ? [nameParameter] : []),
    ...(path.includes('{namespace}') ? [namespaceParameter] : []),
    ...(path.includes('{path}') ? [pathParameter] : []),
  ];
}

/** Operations by path, in the order of paths. */
export function byPath(
  operations: readonly Operation[],
): readonly (readonly [string, Operation[]])[] {
  const paths = new Map<string, Operation[]>();
  for (const operation of operations) {
    const others = paths.get(operation.path);
    if (others === undefined) paths.set(operation.path, [operation]);
    else others.push(operation);
  }
  return [...paths].sort(([a], [b]) => (a < b ? -1 : 1));
}
