/** Formats values other than strings and numbers as Go prints them in validation messages. */
import { show } from '../errors/field-errors.ts';
import { escapeJson } from '../json/json-escape.ts';
import { goJson } from './json.ts';
import { goOf, inGo, jsonOf, shownNull, type Shown } from './shown.ts';

/** A JSON value: plain ones as {@link show} has them, others as `map[string]interface {}{"a":1}`. */
export function showJson(value: unknown): Shown {
  if (typeof value !== 'object') return show(value as string | number | boolean);
  return {
    get go(): string {
      return goCode(value);
    },
    get json(): string {
      return goJson(value);
    },
  };
}

function goCode(value: unknown): string {
  if (typeof value !== 'object') return show(value as string | number | boolean);
  if (value === null) return 'interface {}(nil)';
  if (Array.isArray(value)) return `[]interface {}{${value.map(goCode).join(', ')}}`;
  const fields = value as Readonly<Record<string, unknown>>;
  const shown = Object.keys(fields)
    .sort()
    .map((key) => `${show(key)}:${goCode(fields[key])}`);
  return `map[string]interface {}{${shown.join(', ')}}`;
}

/** Text of a type of its own, such as `core.Protocol`: only as JSON it looks otherwise than text. */
export function showName(value: string): Shown {
  return inGo(show(value), value);
}

/** `[]string{"a", "b"}` */
export function showStrings(values: readonly string[] | undefined): Shown {
  return showList('[]string', values);
}

/** The same for other types of text, such as `[]core.PersistentVolumeAccessMode`. */
export function showList(type: string, values: readonly string[] | undefined | null): Shown {
  const go = values == null ? `${type}(nil)` : `${type}{${values.map(show).join(', ')}}`;
  return inGo(go, values);
}

/** The same for a list of values that are already formatted. */
export function showItems(type: string, values: readonly Shown[]): Shown {
  return {
    go: `${type}{${values.map(goOf).join(', ')}}`,
    json: escapeJson(`[${values.map(jsonOf).join(',')}]`),
  };
}

/** `map[string]string{"a":"b", "c":"d"}` in order of the keys; `map[string]string(nil)` for none. */
export function showLabels(labels: Readonly<Record<string, string>> | undefined | null): Shown {
  return inGo(labelsCode(labels), labels);
}

function labelsCode(labels: Readonly<Record<string, string>> | undefined | null): string {
  if (labels == null) return 'map[string]string(nil)';
  const entries = Object.keys(labels).sort();
  return `map[string]string{${entries.map((key) => `${show(key)}:${show(labels[key]!)}`).join(', ')}}`;
}

/** `intstr.IntOrString{Type:0, IntVal:1, StrVal:""}` */
export function showIntOrString(value: number | string): Shown {
  const go =
    typeof value === 'number'
      ? `intstr.IntOrString{Type:0, IntVal:${value}, StrVal:""}`
      : `intstr.IntOrString{Type:1, IntVal:0, StrVal:${show(value)}}`;
  return inGo(go, value);
}

/** The fields of a label selector that {@link showSelector} reads. */
export interface ShownSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly ShownRequirement[];
}

interface ShownRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** `v1.LabelSelector{MatchLabels:..., MatchExpressions:...}` */
export function showSelector(selector: ShownSelector | undefined | null): Shown {
  if (selector == null) return shownNull;
  const { matchLabels, matchExpressions } = selector;
  const expressions = matchExpressions?.map(({ key, operator, values }) =>
    showStruct('v1.LabelSelectorRequirement', [
      ['Key', show(key)],
      ['Operator', show(operator)],
      ['Values', showStrings(values)],
    ]),
  );
  const list = '[]v1.LabelSelectorRequirement';
  const code = showStruct('v1.LabelSelector', [
    ['MatchLabels', showLabels(matchLabels)],
    [
      'MatchExpressions',
      expressions === undefined ? `${list}(nil)` : goOf(showItems(list, expressions)),
    ],
  ]);
  const json = {
    get json(): string {
      const labels = isAny(matchLabels) && `"matchLabels":${goJson(matchLabels)}`;
      const others =
        isAny(matchExpressions) &&
        `"matchExpressions":${goJson(matchExpressions?.map(withoutNone))}`;
      return `{${[labels, others].filter((part) => part !== false).join(',')}}`;
    },
  };
  return { go: goOf(code), ...json };
}

/** Without an empty list of values, which is left out. */
function withoutNone({ key, operator, values }: ShownRequirement): ShownRequirement {
  return { key, operator, ...(isAny(values) && { values }) };
}

function isAny(part: object | undefined | null): boolean {
  return part != null && Object.keys(part).length > 0;
}

/**
 * `NAME{FIELD:VALUE, ...}`, from fields with values that are already formatted. As JSON it has the
 * same names: types without names for JSON.
 */
export function showStruct(name: string, fields: readonly (readonly [string, Shown])[]): Shown {
  return {
    go: `${name}{${fields.map(([field, shown]) => `${field}:${goOf(shown)}`).join(', ')}}`,
    json: escapeJson(
      `{${fields.map(([field, shown]) => `"${field}":${jsonOf(shown)}`).join(',')}}`,
    ),
  };
}

/** Returns `(*TYPE)(nil)`, or `(*TYPE)(0x0)` for what is set: Go prints an address there, which cannot be predicted. */
export function showPointer(type: string, value: unknown): Shown {
  return inGo(`(*${type})(${value == null ? 'nil' : '0x0'})`, value);
}

/** Returns the same for a struct, which its JSON shows. @param fieldsOf as for {@link showStruct} */
export function showPointerTo<T>(
  type: string,
  value: T | undefined,
  fieldsOf: (value: T) => Parameters<typeof showStruct>[1],
): Shown {
  const pointer = showPointer(type, value);
  if (value == null) return pointer;
  return { go: goOf(pointer), json: jsonOf(showStruct(type, fieldsOf(value))) };
}

/** A time of the API as Go prints it, without trailing zeros: `2001-01-01 00:00:00.5 +0000 UTC`. */
export function showTime(rfc3339: string): Shown {
  const fraction = /\.[0-9]*[1-9]/.exec(rfc3339)?.[0] ?? '';
  const go = `${rfc3339.slice(0, 10)} ${rfc3339.slice(11, 19)}${fraction} +0000 UTC`;
  return inGo(go, `${rfc3339.slice(0, 19)}Z`);
}

/**
 * How a label selector prints itself in messages:
 * `&LabelSelector{MatchLabels:map[string]string{app:
 * web,},MatchExpressions:[]LabelSelectorRequirement{},}`
 */
export function selectorString({ matchLabels = {}, matchExpressions = [] }: ShownSelector): string {
  const labels = Object.keys(matchLabels)
    .sort()
    .map((key) => `${key}: ${matchLabels[key]},`);
  const expressions = matchExpressions.map(
    ({ key, operator, values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
  );
  return (
    `&LabelSelector{MatchLabels:map[string]string{${labels.join('')}},` +
    `MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},}`
  );
}
