/** Which form of an answer an Accept header asks for. */
import { describe, expect, it } from 'vitest';
import {
  AcceptReader,
  jsonType,
  plainJson,
  protobufType,
  type AcceptOptions,
} from '../../../src/server/media/accept.ts';

const yamlType = 'application/yaml';
const offered = [jsonType, yamlType, protobufType];
const form = (kind: string, version = 'v1'): string => `as=${kind};v=${version};g=meta.k8s.io`;
const table = `${jsonType};${form('Table')}`;
const partial = 'PartialObjectMetadata';
const yaml = { mediaType: yamlType, version: 'v1', pretty: false };
const protobuf = { ...yaml, mediaType: protobufType };
const asTable = { ...plainJson, transform: 'Table' };
const accepted = `only the following media types are accepted: ${offered.join(', ')}`;

describe('the form of an answer', () => {
  it.each<[header: string | undefined, output: object, options?: AcceptOptions]>([
    [undefined, plainJson],
    ['', plainJson],
    ['*/*', plainJson],
    ['application/*, text/html, */*', plainJson],
    [yamlType, yaml],
    [`${protobufType},${jsonType}`, protobuf],
    [`${jsonType};q=0.5,${yamlType}`, yaml],
    [`${jsonType};q=0.5 , ${yamlType};q=0.9,*/*;q=0.1`, yaml],
    [`${yamlType};q=x,${jsonType}`, yaml],
    ['text/html,*/*;q=0.1', plainJson],
    [`${jsonType};pretty=1`, { ...plainJson, pretty: true }],
    [`${jsonType};pretty=0`, plainJson],
    [`${yamlType}; pretty = 1`, { ...yaml, pretty: true }],
    [`${jsonType};stream=watch`, plainJson],
    [`${jsonType};stream=other,${yamlType}`, yaml],
    [table, asTable],
    [`${jsonType};${form('Table', 'v1beta1')}`, { ...asTable, version: 'v1beta1' }],
    [`${jsonType};${form('Table', 'v2')},${yamlType}`, yaml],
    [`${jsonType};as=Table;v=v1;g=other,${yamlType}`, yaml],
    [`${jsonType};as=Table,${yamlType}`, yaml],
    [`${jsonType};v=v1,${yamlType}`, yaml],
    [`${jsonType};g=meta.k8s.io,${yamlType}`, yaml],
    [`${jsonType};${form('Chart')},${yamlType}`, yaml],
    [`${protobufType};${form('Table')},${jsonType}`, plainJson],
    [`${protobufType};${form(partial)}`, { ...protobuf, transform: partial }],
    [`${jsonType};${form(`${partial}List`)}`, { ...plainJson, transform: `${partial}List` }],
    [`${table},${jsonType}`, plainJson, { tables: false }],
    [`${protobufType},${jsonType}`, plainJson, { untyped: true }],
    [`text/*,${yamlType}`, yaml, { untyped: true }],
    [`application/*;q=0.9,${yamlType}`, yaml, { untyped: true }],
    [`${protobufType};${form(partial)}`, { ...protobuf, transform: partial }, { untyped: true }],
    [`${protobufType},${jsonType}`, plainJson, { prefersJson: true }],
    [`${protobufType},${yamlType}`, protobuf, { prefersJson: true }],
    [
      `${protobufType};${form(partial)},${jsonType}`,
      { ...protobuf, transform: partial },
      { prefersJson: true },
    ],
    [
      `${protobufType};${form(partial)},${jsonType};${form(partial)}`,
      { ...plainJson, transform: partial },
      { prefersJson: true },
    ],
  ])('%s', (header, output, options) => {
    const reader = new AcceptReader(offered, options);
    expect(reader.read(header)).toEqual(output);
    expect(reader.read(header)).toEqual(output);
  });

  it.each<[header: string, message: string, options?: AcceptOptions]>([
    ['text/html', '406: Not Acceptable'],
    ['application/*', '406: Not Acceptable'],
    [`${jsonType};stream=other`, accepted],
    [`${jsonType};${form('Table', 'v2')}`, accepted],
    [table, accepted, { tables: false }],
    ['text/html', accepted, { untyped: true }],
    [protobufType, accepted, { untyped: true }],
  ])('%s is refused: %s', (header, message, options) => {
    expect(() => new AcceptReader(offered, options).read(header)).toThrow(message);
  });

  it('is named with its suffix where YAML is not offered', () => {
    const reader = new AcceptReader([jsonType, protobufType], { suffix: ';stream=watch' });
    expect(() => reader.read(yamlType)).toThrow(
      `accepted: ${jsonType};stream=watch, ${protobufType};stream=watch`,
    );
  });
});

describe('the form of an error', () => {
  it.each<[header: string | undefined, output: object]>([
    [undefined, plainJson],
    [jsonType, plainJson],
    ['text/html', plainJson],
    [`text/html,${yamlType}`, yaml],
    [`${table},${yamlType};q=0.2`, yaml],
    [table, plainJson],
    [`${jsonType};pretty=1`, { ...plainJson, pretty: true }],
  ])('for %s', (header, output) => {
    expect(new AcceptReader(offered).readPlain(header)).toEqual(output);
  });
});

it('types that are produced in no form are refused beforehand', () => {
  const reader = new AcceptReader(offered);
  for (const header of [undefined, '', `text/html,${jsonType}`, '*/*']) {
    expect(() => reader.checkTypes(header), header).not.toThrow();
  }
  expect(() => reader.checkTypes('text/html')).toThrow('406: Not Acceptable');
});
