/** What happens to the definition of the custom resource that the client reads. */
import type { Cluster } from '#kit';
import type { DefinitionAct } from '../case/case.ts';
import type { Subject } from '../subject.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Version extends Fields {
  readonly served: boolean;
  readonly schema?: { readonly openAPIV3Schema?: Fields };
}

interface Defined {
  readonly apiVersion: string;
  readonly spec: Fields;
}

const kind = 'CustomResourceDefinition';
/** What no object has. */
const newField = 'orreryRequired';

export class Definition {
  readonly #cluster: Cluster;
  readonly #name: string;
  /** As it was before the first act. */
  #original: Defined | undefined;

  constructor(cluster: Cluster, { resource }: Pick<Subject, 'resource'>) {
    this.#cluster = cluster;
    this.#name = resource;
  }

  async act(act: DefinitionAct): Promise<void> {
    this.#original ??= (await this.#cluster.get(kind, this.#name)) as unknown as Defined;
    const { apiVersion, spec } = this.#original;
    switch (act) {
      case 'remove':
        await this.#cluster.delete(kind, this.#name);
        return this.#cluster.settle();
      case 'restore': {
        const plain = { apiVersion, kind, metadata: { name: this.#name }, spec };
        return this.#cluster.apply(JSON.stringify(plain));
      }
      case 'unserve':
        return this.#setVersions(spec, (version) => ({ ...version, served: false }));
      case 'require':
        return this.#setVersions(spec, withNewField);
    }
  }

  async #setVersions(spec: Fields, change: (version: Version) => Version): Promise<void> {
    const versions = (spec['versions'] as readonly Version[]).map(change);
    await this.#cluster.patch(kind, this.#name, { spec: { versions } }, { type: 'merge' });
  }
}

/** Returns a version of which each object needs a field more. */
function withNewField(version: Version): Version {
  const schema = version.schema?.openAPIV3Schema ?? { type: 'object' };
  const properties = { ...(schema['properties'] as Fields), [newField]: { type: 'string' } };
  const required = [...((schema['required'] as readonly string[] | undefined) ?? []), newField];
  return { ...version, schema: { openAPIV3Schema: { ...schema, properties, required } } };
}
