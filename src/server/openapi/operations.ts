/** The operations of each path, independent of the OpenAPI version. */
import { subresourceOf, type Subresource } from '#kinds';
import type { APIResource } from '#types';
import { connectionsTo } from './connections.ts';
import { capitalized, groupLabel, nameOf } from './names.ts';
import type { Method, Operation } from './operation.ts';
import { kindOfResource, type GroupVersion } from './resources.ts';
import type { Types } from './types.ts';

/** Of all resources of a version of a group, with its resource list. */
export function operationsOf(groupVersion: GroupVersion, types: Types): readonly Operation[] {
  const { group, version, path, resources } = groupVersion;
  const tag = `${groupLabel(group)}_${version}`;
  return [
    documentOperation(
      `/${path}/`,
      `get${nameOf(groupVersion)}APIResources`,
      tag,
      'APIResourceList',
    ),
    ...resources.flatMap((resource) => new Resource(groupVersion, resource, types).operations()),
  ];
}

/** Returns the GET of a discovery document. */
export function documentOperation(
  path: string,
  id: string,
  tag: string,
  document: string,
): Operation {
  const description = 'Says what there is.';
  const answer = { document };
  return { path, method: 'get', id, description, tag, verb: 'document', answer, codes: [200] };
}

/** The common part of an operation's description. */
type Details = Pick<Operation, 'description' | 'verb' | 'answer' | 'codes' | 'body'>;

/** The operations of one resource or subresource. */
class Resource {
  readonly #groupVersion: GroupVersion;
  readonly #resource: APIResource;
  readonly #types: Types;
  readonly #plural: string;
  readonly #subresource: string;

  constructor(groupVersion: GroupVersion, resource: APIResource, types: Types) {
    this.#groupVersion = groupVersion;
    this.#resource = resource;
    this.#types = types;
    [this.#plural = '', this.#subresource = ''] = resource.name.split('/');
  }

  operations(): readonly Operation[] {
    const part = this.#part();
    if (part?.options !== undefined) return this.#connections(part);
    const operations: Operation[] = [];
    const isMain = this.#subresource === '';
    for (const verb of this.#resource.verbs) {
      if (verb === 'watch') {
        if (!this.#isCustom()) operations.push(...this.#watches());
        continue;
      }
      if (verb === 'list' && this.#resource.namespaced) operations.push(this.#listOfAll());
      operations.push(isMain ? this.#main(verb) : this.#sub(verb));
    }
    return operations;
  }

  #connections(part: Subresource): readonly Operation[] {
    const what = `${this.#subresource} of ${this.#nameOfObject()}`;
    const { path, name } = this.#place(true);
    const version = nameOf(this.#groupVersion);
    return connectionsTo({ path, name, version, what, about: this.#about('connect') }, part);
  }

  #main(verb: string): Operation {
    const { kind } = this.#resource;
    switch (verb) {
      case 'list':
        return this.#operation('get', 'list', 'list', false, listing(kind));
      case 'create':
        return this.#operation('post', 'create', 'post', false, {
          description: `Creates an object of kind ${kind}.`,
          verb: 'create',
          body: 'object',
          answer: 'object',
          codes: [200, 201, 202],
        });
      case 'deletecollection':
        return this.#operation('delete', 'delete', 'deletecollection', false, {
          description: `Deletes objects of kind ${kind}.`,
          verb: 'deletecollection',
          body: 'options',
          answer: 'status',
          codes: [200],
        });
      case 'delete':
        return this.#operation('delete', 'delete', 'delete', true, {
          description: `Deletes an object of kind ${kind}.`,
          verb: 'delete',
          body: 'options',
          answer: this.#answersObject() ? 'object' : 'status',
          codes: [200, 202],
        });
      default:
        return this.#change(verb, `an object of kind ${kind}`);
    }
  }

  #sub(verb: string): Operation {
    const what = `${this.#subresource} of an object of ${this.#plural}`;
    if (this.#answersText()) {
      return this.#operation('get', 'read', 'get', true, {
        description: 'Reads what a container of a pod has written.',
        verb: 'log',
        answer: 'text',
        codes: [200],
      });
    }
    if (verb !== 'create') return this.#change(verb, what);
    return this.#operation('post', 'create', 'post', true, {
      description: `Creates ${what}.`,
      verb: 'create',
      body: 'object',
      answer: 'object',
      codes: [200, 201, 202],
    });
  }

  /** GET, PUT and PATCH of single objects and of their subresources. */
  #change(verb: string, what: string): Operation {
    switch (verb) {
      case 'get':
        return this.#operation('get', 'read', 'get', true, {
          description: `Reads ${what}.`,
          verb: 'get',
          answer: 'object',
          codes: [200],
        });
      case 'update':
        return this.#operation('put', 'replace', 'put', true, {
          description: `Replaces ${what}.`,
          verb: 'update',
          body: 'object',
          answer: 'object',
          codes: [200, 201],
        });
      case 'patch':
        return this.#operation('patch', 'patch', 'patch', true, {
          description: `Changes parts of ${what}.`,
          verb: 'patch',
          body: 'patch',
          answer: 'object',
          codes: this.#isCustom() ? [200] : [200, 201],
        });
      default:
        throw new Error(`${this.#resource.name}: no operation for ${verb}`);
    }
  }

  #listOfAll(): Operation {
    const { kind } = this.#resource;
    const id = `list${nameOf(this.#groupVersion)}${kind}ForAllNamespaces`;
    const path = `/${this.#groupVersion.path}/${this.#plural}`;
    return { ...this.#about('list'), ...listing(kind), method: 'get', path, id };
  }

  /** Watches by paths of their own, from before lists could be watched. */
  #watches(): readonly Operation[] {
    const { namespaced, kind } = this.#resource;
    const inNamespace = namespaced ? 'Namespaced' : '';
    const place = namespaced ? '/namespaces/{namespace}' : '';
    const watch = (action: string, name: string, under: string): Operation => ({
      ...this.#about(action),
      description: `Watches objects of kind ${kind}. Obsolete: watch a list instead.`,
      verb: 'list',
      answer: 'events',
      codes: [200],
      method: 'get',
      path: `/${this.#groupVersion.path}/watch${under}`,
      id: `watch${nameOf(this.#groupVersion)}${name}`,
    });
    const all = `/${this.#plural}`;
    return [
      watch('watchlist', `${inNamespace}${kind}List`, `${place}${all}`),
      watch('watch', `${inNamespace}${kind}`, `${place}${all}/{name}`),
      ...(namespaced ? [watch('watchlist', `${kind}ListForAllNamespaces`, all)] : []),
    ];
  }

  #operation(
    method: Method,
    does: string,
    action: string,
    isNamed: boolean,
    details: Details,
  ): Operation {
    const collection = action === 'deletecollection' ? 'Collection' : '';
    const { path, name } = this.#place(isNamed);
    const id = `${does}${nameOf(this.#groupVersion)}${collection}${name}`;
    return { ...this.#about(action), ...details, method, path, id };
  }

  /** The path of the resource or subresource, and its name in operation ids. */
  #place(isNamed: boolean): { readonly path: string; readonly name: string } {
    const { namespaced, kind } = this.#resource;
    const place = namespaced ? '/namespaces/{namespace}' : '';
    const object = isNamed ? '/{name}' : '';
    const sub = this.#subresource === '' ? '' : `/${this.#subresource}`;
    // A subresource is named after its resource, even where it has another kind.
    const subject = this.#subresource === '' ? kind : this.#nameOfObject();
    return {
      path: `/${this.#groupVersion.path}${place}/${this.#plural}${object}${sub}`,
      name: `${namespaced ? 'Namespaced' : ''}${subject}${capitalized(this.#subresource)}`,
    };
  }

  #about(action: string): Pick<Operation, 'tag' | 'action' | 'kind' | 'shownKind' | 'isCustom'> {
    const { group, version } = this.#groupVersion;
    return {
      tag: `${groupLabel(group)}_${version}`,
      action,
      kind: kindOfResource(this.#groupVersion, this.#resource),
      // Operations on the scale of custom resources have their kind, those of others that of a scale.
      ...(this.#isCustom() && {
        isCustom: true,
        shownKind: { group, kind: this.#nameOfObject(), version },
      }),
    };
  }

  #isCustom(): boolean {
    const { group, version } = this.#groupVersion;
    return this.#types.kindOf(group, version, this.#plural)?.custom !== undefined;
  }

  #answersObject(): boolean {
    const { group, version } = this.#groupVersion;
    const kind = this.#types.kindOf(group, version, this.#plural);
    // These answer with the object too, while it waits for what is in it, but v1.24 does not document it.
    const isUndocumented = kind?.kind === 'Namespace' || kind?.kind === 'CustomResourceDefinition';
    return kind?.wire.deleteAnswersObject === true && !isUndocumented;
  }

  #answersText(): boolean {
    return this.#part()?.stream === 'text';
  }

  /** Undefined for the resource itself. */
  #part(): Subresource | undefined {
    const { group, version } = this.#groupVersion;
    const kind = this.#types.kindOf(group, version, this.#plural);
    return kind && subresourceOf(kind, this.#subresource);
  }

  #nameOfObject(): string {
    const { resources } = this.#groupVersion;
    return resources.find(({ name }) => name === this.#plural)?.kind ?? '';
  }
}

function listing(kind: string): Details {
  return {
    description: `Lists or watches objects of kind ${kind}.`,
    verb: 'list',
    answer: 'list',
    codes: [200],
  };
}
