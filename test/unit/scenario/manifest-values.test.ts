/** Which values fit which fields of manifests. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { manifestProblems } from '#scenario';

const registry = new KindRegistry(defaultProfile);

const container = (field: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec: { containers: [{ name: c, image: i, ${field} }] }\n`;
const configMap = (field: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n${field}\n`;
const job = (field: string): string =>
  `apiVersion: batch/v1\nkind: Job\nmetadata: { name: a }\nspec: { ${field} }\n`;
const named = (metadata: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: ${metadata}\n`;
const schema = (items: string): string =>
  `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: a }\nspec: { versions: [{ schema: { openAPIV3Schema: ${items} } }] }\n`;

const messages = (text: string): readonly string[] =>
  manifestProblems(text, registry, 'server').map(({ message }) => message);

describe('a value', () => {
  it.each<[string, readonly string[]]>([
    [
      configMap('data: { a: x, b: 3, c: true }'),
      [
        "ConfigMap.data.b: expected text, found the number 3; quote it: '3'",
        "ConfigMap.data.c: expected text, found the boolean true; quote it: 'true'",
      ],
    ],
    [configMap('data: { a: [x] }'), ['ConfigMap.data.a: expected text, found a list']],
    [configMap('data: { a: { b: c } }'), ['ConfigMap.data.a: expected text, found a map']],
    [configMap('data: { a: null }'), []],
    [configMap('data: [x]'), ['ConfigMap.data: expected a map, found a list']],
    [configMap('data: x'), ['ConfigMap.data: expected a map, found the text "x"']],
    [configMap('binaryData: { a: eA== }'), []],
    [
      configMap('binaryData: { a: 3 }'),
      ["ConfigMap.binaryData.a: expected text, found the number 3; quote it: '3'"],
    ],
    [configMap('immutable: true'), []],
    [
      configMap('immutable: "true"'),
      ['ConfigMap.immutable: expected true or false, found the text "true"'],
    ],
    [configMap('metadate: {}'), ['ConfigMap has no field "metadate"']],
    [
      named('[a]'),
      [
        'ConfigMap has no metadata; expected at least metadata.name',
        'ConfigMap.metadata: expected a map, found a list',
      ],
    ],
    [named('{}'), ['ConfigMap has no name; expected metadata.name or metadata.generateName']],
    [named('{ generateName: a- }'), []],
    [
      named('{ name: a, labels: { b: 3 } }'),
      ["ConfigMap.metadata.labels.b: expected text, found the number 3; quote it: '3'"],
    ],
    [named('{ name: a, creationTimestamp: "2026-01-01T00:00:00Z" }'), []],
    [named('{ name: a, creationTimestamp: 2026-01-01T00:00:00Z }'), []],
    [
      named('{ name: a, creationTimestamp: 3 }'),
      ["ConfigMap.metadata.creationTimestamp: expected text, found the number 3; quote it: '3'"],
    ],
    [job('parallelism: 3'), []],
    [
      job('parallelism: 3.5'),
      ['Job.spec.parallelism: expected a whole number, found the number 3.5'],
    ],
    [
      job('parallelism: "3"'),
      ['Job.spec.parallelism: expected a whole number, found the text "3"'],
    ],
    [job('parallelism: null'), []],
    [container('livenessProbe: { httpGet: { port: 80 } }'), []],
    [container('livenessProbe: { httpGet: { port: http } }'), []],
    [
      container('livenessProbe: { httpGet: { port: 8.5 } }'),
      [
        'Pod.spec.containers[0].livenessProbe.httpGet.port: expected a whole number or a percentage, found the number 8.5',
      ],
    ],
    [
      container('livenessProbe: { httpGet: { port: true } }'),
      [
        'Pod.spec.containers[0].livenessProbe.httpGet.port: expected a whole number or a percentage, found the boolean true',
      ],
    ],
    [container('resources: { requests: { cpu: 100m, memory: 2 } }'), []],
    [
      container('resources: { requests: { cpu: much } }'),
      [
        'Pod.spec.containers[0].resources.requests.cpu: expected a quantity such as 100m, 2 or 1Gi, found the text "much"',
      ],
    ],
    [
      container('resources: { requests: { cpu: [1] } }'),
      [
        'Pod.spec.containers[0].resources.requests.cpu: expected a quantity such as 100m, 2 or 1Gi, found a list',
      ],
    ],
    [
      container('command: x'),
      ['Pod.spec.containers[0].command: expected a list, found the text "x"'],
    ],
    [
      container('resources: x'),
      ['Pod.spec.containers[0].resources: expected a map, found the text "x"'],
    ],
    [schema('{ minimum: 1.5, default: { a: [1] } }'), []],
    [
      schema('{ minimum: x }'),
      [
        'CustomResourceDefinition.spec.versions[0].schema.openAPIV3Schema.minimum: expected a number, found the text "x"',
      ],
    ],
    [schema('{ items: { type: string } }'), []],
    [
      schema('{ items: { tipe: string } }'),
      [
        'CustomResourceDefinition.spec.versions[0].schema.openAPIV3Schema.items has no field "tipe"',
      ],
    ],
    [schema('{ items: 3 }'), []],
    [schema('{ additionalProperties: false }'), []],
    [
      schema('{ additionalProperties: { type: 3, tipe: x } }'),
      [
        "CustomResourceDefinition.spec.versions[0].schema.openAPIV3Schema.additionalProperties.type: expected text, found the number 3; quote it: '3'",
        'CustomResourceDefinition.spec.versions[0].schema.openAPIV3Schema.additionalProperties has no field "tipe"',
      ],
    ],
  ])('%j', (text, expected) => {
    expect(messages(text)).toEqual(expected);
  });
});
