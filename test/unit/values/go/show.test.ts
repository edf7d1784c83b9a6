/** Values as Go prints them in messages, with %#v and as JSON. */
import { expect, it } from 'vitest';
import {
  selectorString,
  showIntOrString,
  showItems,
  showJson,
  showLabels,
  showList,
  showName,
  showPointer,
  showPointerTo,
  showSelector,
  showStrings,
  showStruct,
  showTime,
} from '../../../../src/values/go/show.ts';
import { goOf, jsonOf, type Shown } from '../../../../src/values/go/shown.ts';

const none =
  'v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement(nil)}';

it.each<[shown: Shown, go: string, json: string]>([
  [showJson('a"'), '"a\\""', '"a\\""'],
  [showJson(1.5), '1.5', '1.5'],
  [showJson(true), 'true', 'true'],
  [showJson(null), 'interface {}(nil)', 'null'],
  [showJson([1, 'a', null]), '[]interface {}{1, "a", interface {}(nil)}', '[1,"a",null]'],
  [
    showJson({ b: { c: [] }, a: 1 }),
    'map[string]interface {}{"a":1, "b":map[string]interface {}{"c":[]interface {}{}}}',
    '{"a":1,"b":{"c":[]}}',
  ],
  [showName('TCP'), '"TCP"', '"TCP"'],
  [showStrings(['a', 'b']), '[]string{"a", "b"}', '["a","b"]'],
  [showStrings([]), '[]string{}', '[]'],
  [showStrings(undefined), '[]string(nil)', 'null'],
  [showList('[]core.Mode', ['A']), '[]core.Mode{"A"}', '["A"]'],
  [showList('[]core.Mode', null), '[]core.Mode(nil)', 'null'],
  [showItems('[]T', ['"a"', { go: 'x', json: '1' }]), '[]T{"a", x}', '["a",1]'],
  [showLabels({ c: 'd', a: 'b' }), 'map[string]string{"a":"b", "c":"d"}', '{"a":"b","c":"d"}'],
  [showLabels(null), 'map[string]string(nil)', 'null'],
  [showIntOrString(7), 'intstr.IntOrString{Type:0, IntVal:7, StrVal:""}', '7'],
  [showIntOrString('a'), 'intstr.IntOrString{Type:1, IntVal:0, StrVal:"a"}', '"a"'],
  [
    showStruct('T', [
      ['A', '1'],
      ['B', '"x"'],
    ]),
    'T{A:1, B:"x"}',
    '{"A":1,"B":"x"}',
  ],
  [showPointer('int', 0), '(*int)(0x0)', '0'],
  [showPointer('int', undefined), '(*int)(nil)', 'null'],
  [showPointerTo('T', { a: 1 }, ({ a }) => [['A', String(a)]]), '(*T)(0x0)', '{"A":1}'],
  [showPointerTo('T', undefined, () => []), '(*T)(nil)', 'null'],
  [
    showTime('2001-02-03T04:05:06.500000Z'),
    '2001-02-03 04:05:06.5 +0000 UTC',
    '"2001-02-03T04:05:06Z"',
  ],
  [showTime('2001-02-03T04:05:06Z'), '2001-02-03 04:05:06 +0000 UTC', '"2001-02-03T04:05:06Z"'],
  [showSelector(undefined), '"null"', 'null'],
  [showSelector({}), none, '{}'],
  [showSelector({ matchLabels: {} }), none.replace('string(nil)', 'string{}'), '{}'],
  [
    showSelector({
      matchLabels: { a: 'b' },
      matchExpressions: [
        { key: 'c', operator: 'In', values: ['d'] },
        { key: 'e', operator: 'Exists', values: [] },
      ],
    }),
    'v1.LabelSelector{MatchLabels:map[string]string{"a":"b"}, MatchExpressions:[]v1.LabelSelectorRequirement{v1.LabelSelectorRequirement{Key:"c", Operator:"In", Values:[]string{"d"}}, v1.LabelSelectorRequirement{Key:"e", Operator:"Exists", Values:[]string{}}}}',
    '{"matchLabels":{"a":"b"},"matchExpressions":[{"key":"c","operator":"In","values":["d"]},{"key":"e","operator":"Exists"}]}',
  ],
])('prints %j', (shown, go, json) => {
  expect([goOf(shown), jsonOf(shown)]).toEqual([go, json]);
});

it('prints a selector as it prints itself', () => {
  expect(selectorString({})).toBe(
    '&LabelSelector{MatchLabels:map[string]string{},MatchExpressions:[]LabelSelectorRequirement{},}',
  );
  const matchExpressions = [
    { key: 'x', operator: 'In', values: ['1', '2'] },
    { key: 'y', operator: 'Exists' },
  ];
  expect(selectorString({ matchLabels: { b: '2', a: '1' }, matchExpressions })).toBe(
    '&LabelSelector{MatchLabels:map[string]string{a: 1,b: 2,},MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:x,Operator:In,Values:[1 2],},LabelSelectorRequirement{Key:y,Operator:Exists,Values:[],},},}',
  );
});
