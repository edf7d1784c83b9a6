/** Formats values other than strings and numbers as Go prints them in validation messages. */
import { show } from '../errors/field-errors.ts';

/** A JSON value: plain ones as {@link show} has them, others as `map[string]interface {}{"a":1}`. */
export function showJson(value: unknown): string {
  if (typeof value !== 'object') return show(value as string | number | boolean);
  if (value === null) return 'interface {}(nil)';
  if (Array.isArray(value)) return `[]interface {}{${value.map(showJson).join(', ')}}`;
  const fields = value as Readonly<Record<string, unknown>>;
  const shown = Object.keys(fields)
    .sort()
    .map((key) => `${show(key)}:${showJson(fields[key])}`);
  return `map[string]interface {}{${shown.join(', ')}}`;
}

/** `[]string{"a", "b"}` */
export function showStrings(values: readonly string[] | undefined): string {
  return showList('[]string', values);
}

/** The same for other types of text, such as `[]core.PersistentVolumeAccessMode`. */
export function showList(type: string, values: readonly string[] | undefined | null): string {
  return values == null ? `${type}(nil)` : `${type}{${values.map(show).join(', ')}}`;
}

/** `map[string]string{"a":"b", "c":"d"}` in order of the keys; `map[string]string(nil)` for none. */
export function showLabels(labels: Readonly<Record<string, string>> | undefined | null): string {
  if (labels == null) return 'map[string]string(nil)';
  const entries = Object.keys(labels).sort();
  return `map[string]string{${entries.map((key) => `${show(key)}:${show(labels[key]!)}`).join(', ')}}`;
}

/** `intstr.IntOrString{Type:0, IntVal:1, StrVal:""}` */
export function showIntOrString(value: number | string): string {
  return typeof value === 'number'
    ? `intstr.IntOrString{Type:0, IntVal:${value}, StrVal:""}`
    : `intstr.IntOrString{Type:1, IntVal:0, StrVal:${show(value)}}`;
}

/** The fields of a label selector that {@link showSelector} reads. */
export interface ShownSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

/** `v1.LabelSelector{MatchLabels:..., MatchExpressions:...}` */
export function showSelector(selector: ShownSelector | undefined | null): string {
  if (selector == null) return show('null');
  const expressions = selector.matchExpressions?.map(({ key, operator, values }) =>
    showStruct('v1.LabelSelectorRequirement', [
      ['Key', show(key)],
      ['Operator', show(operator)],
      ['Values', showStrings(values)],
    ]),
  );
  const list = '[]v1.LabelSelectorRequirement';
  return showStruct('v1.LabelSelector', [
    ['MatchLabels', showLabels(selector.matchLabels)],
    [
      'MatchExpressions',
      expressions === undefined ? `${list}(nil)` : `${list}{${expressions.join(', ')}}`,
    ],
  ]);
}

/** `NAME{FIELD:VALUE, ...}`, from fields with values that are already formatted. */
export function showStruct(name: string, fields: readonly (readonly [string, string])[]): string {
  return `${name}{${fields.map(([field, shown]) => `${field}:${shown}`).join(', ')}}`;
}

/** Returns `(*TYPE)(nil)`, or `(*TYPE)(0x0)` for what is set: Go prints an address there, which cannot be predicted. */
export function showPointer(type: string, value: unknown): string {
  return `(*${type})(${value == null ? 'nil' : '0x0'})`;
}

/** A time of the API as Go prints it, without trailing zeros: `2001-01-01 00:00:00.5 +0000 UTC`. */
export function showTime(rfc3339: string): string {
  const fraction = /\.[0-9]*[1-9]/.exec(rfc3339)?.[0] ?? '';
  return `${rfc3339.slice(0, 10)} ${rfc3339.slice(11, 19)}${fraction} +0000 UTC`;
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
