/**
 * What types and their fields mean, in words: for OpenAPI documents and so for `kubectl explain`.
 *
 * A line that does not begin with a blank names a type and says what it is, unless the one field
 * that is of this type says enough (the two are shown together); the lines below it name its fields:
 *
 *     Toleration Lets a pod onto nodes with taints that match key, value and effect.
 *       key The key of the taints.
 */
import { schemaModules } from '../modules.ts';
import type { StructSchema } from '#schema';
import { appsV1Descriptions } from './apps-v1.ts';
import { autoscalingV1Descriptions } from './autoscaling-v1.ts';
import { batchV1Descriptions } from './batch-v1.ts';
import { coreV1Descriptions } from './core-v1.ts';
import { metaV1Descriptions } from './meta-v1.ts';
import { nodeV1Descriptions } from './node-v1.ts';
import { rbacV1Descriptions } from './rbac-v1.ts';

export interface TypeDescription {
  /** Of the type; empty when nothing is said. */
  readonly text: string;
  /** Of fields, by name. */
  readonly fields: ReadonlyMap<string, string>;
}

const texts: Readonly<Record<string, string>> = {
  'meta/v1': metaV1Descriptions,
  'core/v1': coreV1Descriptions,
  'apps/v1': appsV1Descriptions,
  'autoscaling/v1': autoscalingV1Descriptions,
  'batch/v1': batchV1Descriptions,
  'batch/v1beta1': batchV1Descriptions,
  'node/v1': nodeV1Descriptions,
  'node/v1beta1': nodeV1Descriptions,
  'rbac/v1': rbacV1Descriptions,
};

const nothing: TypeDescription = { text: '', fields: new Map() };

/** What all that names its own kind has in common. */
const common: ReadonlyMap<string, string> = new Map([
  ['apiVersion', 'Group and version of the API that this representation follows.'],
  ['kind', 'Name of the kind of object that this is.'],
  ['metadata', 'What all objects have: name, labels, owners and what the server keeps of them.'],
]);

/** Finds descriptions by type. The texts are taken apart at first use. */
export class Descriptions {
  #types: ReadonlyMap<string, TypeDescription> | undefined;

  /** Nothing at all where nothing is said. */
  of({ definition }: Pick<StructSchema, 'definition'>): TypeDescription {
    this.#types ??= readAll();
    return this.#types.get(definition) ?? nothing;
  }

  /** Of a field; what top-level kinds have in common is said once for all of them. */
  ofField(struct: StructSchema, field: string): string | undefined {
    const own = this.of(struct).fields.get(field);
    return own ?? (struct.fields.has('kind') ? common.get(field) : undefined);
  }
}

/** The descriptions of every type that Orrery serves. */
export const descriptions: Descriptions = new Descriptions();

function readAll(): ReadonlyMap<string, TypeDescription> {
  const types = new Map<string, TypeDescription>();
  for (const { name, definitions } of schemaModules) {
    for (const match of (texts[name] ?? '').matchAll(/^(\w+)(.*)((?:\n .*)*)/gm)) {
      const [, type, text, fields] = match;
      types.set(`${definitions}.${type!}`, { text: text!.trim(), fields: readFields(fields!) });
    }
  }
  return types;
}

function readFields(text: string): ReadonlyMap<string, string> {
  const lines = text.matchAll(/^ +(\w+) (.*)$/gm);
  return new Map([...lines].map(([, name, description]) => [name!, description!] as const));
}
