/**
 * The forms in which autoscaling/v1 carries, as JSON text in annotations, what it has no fields
 * for. The fields of each are in the order in which they are written.
 */
import { conform, Schemas, type Schema } from '#schema';
import { schemas as builtIn } from '../schemas/schemas.ts';
import { schemaModules } from '../schemas/modules.ts';
import type { CrossVersionObjectReference, LabelSelector } from '#types';

/** A metric: desired (targets) or current. */
export interface WireMetric {
  readonly type: string;
  readonly object?: WireObjectMetric;
  readonly pods?: WirePodsMetric;
  readonly resource?: WireResourceMetric;
  readonly containerResource?: WireResourceMetric & { readonly container: string };
  readonly external?: WireExternalMetric;
}

export interface WireObjectMetric {
  readonly target: CrossVersionObjectReference;
  readonly metricName: string;
  readonly targetValue?: string;
  readonly currentValue?: string;
  readonly selector?: LabelSelector;
  readonly averageValue?: string;
}

export interface WirePodsMetric {
  readonly metricName: string;
  readonly targetAverageValue?: string;
  readonly currentAverageValue?: string;
  readonly selector?: LabelSelector;
}

export interface WireResourceMetric {
  readonly name: string;
  readonly targetAverageUtilization?: number;
  readonly targetAverageValue?: string;
  readonly currentAverageUtilization?: number;
  readonly currentAverageValue?: string;
}

export interface WireExternalMetric {
  readonly metricName: string;
  readonly metricSelector?: LabelSelector;
  readonly targetValue?: string;
  readonly targetAverageValue?: string;
  readonly currentValue?: string;
  readonly currentAverageValue?: string;
}

export interface WireCondition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string | null;
  readonly reason?: string;
  readonly message?: string;
}

export interface WireBehavior {
  readonly ScaleUp?: WireRules | null;
  readonly ScaleDown?: WireRules | null;
}

export interface WireRules {
  readonly StabilizationWindowSeconds?: number | null;
  readonly SelectPolicy?: string | null;
  readonly Policies?: readonly WirePolicy[] | null;
  readonly Tolerance?: string | null;
}

export interface WirePolicy {
  readonly Type: string;
  readonly Value: number;
  readonly PeriodSeconds: number;
}

/** The schema of these texts; see src/schema/notation.ts. */
const types = `
Text { metrics: [Metric]; conditions: [Condition]; behavior: *Behavior }
Metric {
  type: string
  object: *ObjectMetric
  pods: *PodsMetric
  resource: *ResourceMetric
  containerResource: *ResourceMetric
  external: *ExternalMetric
}
Reference { kind: string; name: string; apiVersion: string }
ObjectMetric {
  target: Reference
  metricName: string
  targetValue: *Quantity
  currentValue: *Quantity
  selector: *LabelSelector
  averageValue: *Quantity
}
PodsMetric {
  metricName: string
  targetAverageValue: *Quantity
  currentAverageValue: *Quantity
  selector: *LabelSelector
}
ResourceMetric {
  name: string
  targetAverageUtilization: *int32
  targetAverageValue: *Quantity
  currentAverageUtilization: *int32
  currentAverageValue: *Quantity
  container: string
}
ExternalMetric {
  metricName: string
  metricSelector: *LabelSelector
  targetValue: *Quantity
  targetAverageValue: *Quantity
  currentValue: *Quantity
  currentAverageValue: *Quantity
}
Condition { type!: string; status!: string; lastTransitionTime: Time; reason: string; message: string }
Behavior { ScaleUp: *Rules; ScaleDown: *Rules }
Rules { StabilizationWindowSeconds: *int32; SelectPolicy: *string; Policies: [Policy]; Tolerance: *Quantity }
Policy { Type: string; Value: int32; PeriodSeconds: int32 }
`;

const moduleName = 'autoscaling/annotations';
const schemas = new Schemas(
  [
    ...schemaModules.filter(({ name }) => name === 'meta/v1'),
    { name: moduleName, apiVersion: 'autoscaling/v1', definitions: 'v1', texts: [types] },
  ],
  builtIn.minor,
);

/** The annotations' values. */
export interface WireTexts {
  readonly metrics: readonly WireMetric[];
  readonly conditions: readonly WireCondition[];
  readonly behavior: WireBehavior;
}

/**
 * Reads the text of an annotation; undefined without one, and for text of another form, which v1.24
 * ignores. Fields may be written in any case.
 */
export function readWire<K extends keyof WireTexts>(
  what: K,
  text: string | undefined,
): WireTexts[K] | undefined {
  if (text === undefined) return undefined;
  const { schema } = schemas.of(moduleName, 'Text').fields.get(what)!;
  try {
    return asRead(what, inCaseOf(schema, JSON.parse(text)));
  } catch {
    return undefined;
  }
}

/** Returns what is read of a value that was written; undefined for one of another form. */
export function asRead<K extends keyof WireTexts>(
  what: K,
  value: unknown,
): WireTexts[K] | undefined {
  try {
    return (conform(schemas.of(moduleName, 'Text'), { [what]: value }) as Partial<WireTexts>)[what];
  } catch {
    return undefined;
  }
}

/** The value with its fields named as in the schema. */
function inCaseOf(schema: Schema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (schema.type === 'list' && Array.isArray(value)) {
    return value.map((element) => inCaseOf(schema.items, element));
  }
  if (schema.type !== 'struct' || Array.isArray(value)) return value;
  const names = new Map([...schema.fields.keys()].map((name) => [name.toLowerCase(), name]));
  const fields = Object.entries(value).map(([key, field]) => {
    const name = names.get(key.toLowerCase());
    return name === undefined
      ? [key, field]
      : [name, inCaseOf(schema.fields.get(name)!.schema, field)];
  });
  return Object.fromEntries(fields) as unknown;
}

/** As Go writes JSON: maps sorted by key, and characters escaped that mean something in HTML. */
export function writeWire<K extends keyof WireTexts>(value: WireTexts[K]): string {
  return JSON.stringify(value, inKeyOrder).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Labels are the only maps in these forms. */
function inKeyOrder(key: string, value: unknown): unknown {
  if (key !== 'matchLabels' || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
