/** Samples and helpers that the tests of kinds share. */
import {
  decodeAs,
  validateMetadata,
  withoutDisabledFields,
  type Kind,
  type StrategyContext,
  defaultProfile,
} from '#kinds';
import type { DaemonSet, Pod, PodSpec } from '#types';
import { findErrors, type FieldErrors, type KubeObject } from '#values';

export const context: StrategyContext = { now: 0, profile: defaultProfile };

export const container = { name: 'main', image: 'app:1' };

/** As a client hands it in: no defaults, no status. */
export function podOf(spec: object = {}, metadata: object = {}): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', namespace: 'default', ...metadata },
    spec: { containers: [container], ...spec },
  } as unknown as Pod;
}

export function daemonSetOf(spec: object = {}, podSpec: object = {}): DaemonSet {
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'subject', namespace: 'default' },
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [container], ...podSpec } },
      ...spec,
    },
  } as unknown as DaemonSet;
}

/** Rows of a table: what is wrong, the parts that are, and their errors in that order. */
export function cases(
  rows: readonly (readonly [what: string, parts: object, ...told: string[]])[],
): { what: string; parts: object; told: readonly string[] }[] {
  return rows.map(([what, parts, ...told]) => ({ what, parts, told }));
}

/** The object as the decoder passes it on to defaults: without the zeros that Go leaves out. */
export function decoded<T extends KubeObject>(kind: Kind<T>, object: object): T {
  return decodeAs(kind, object) as T;
}

/** What a creation makes of it: defaults, the fields of gates that are off, then the strategy. */
export function created<T extends KubeObject>(kind: Kind<T>, given: T, by = context): T {
  const whole = kind.rules.defaults?.(given, defaultProfile) ?? given;
  const enabled = withoutDisabledFields(kind, whole, undefined, by.profile);
  return kind.rules.prepareCreate?.(enabled, by) ?? enabled;
}

/** What an update makes of it. */
export function updated<T extends KubeObject>(kind: Kind<T>, given: T, old: T, by = context): T {
  const whole = kind.rules.defaults?.(given, defaultProfile) ?? given;
  const enabled = withoutDisabledFields(kind, whole, old, by.profile);
  return kind.rules.prepareUpdate?.(enabled, old, by) ?? enabled;
}

/** Everything wrong with it as a new object, as the API prints it. */
export function errorsOf<T extends KubeObject>(kind: Kind<T>, given: T): readonly string[] {
  const made = created(kind, given);
  return texts((errors) => {
    validateMetadata(errors, made.metadata, kind);
    kind.rules.validate?.(errors, made, context);
  });
}

/** Everything that the kind finds wrong with an update. */
export function updateErrorsOf<T extends KubeObject>(
  kind: Kind<T>,
  given: T,
  old: T,
): readonly string[] {
  const next = updated(kind, given, old);
  return texts((errors) => kind.rules.validateUpdate?.(errors, next, old, context));
}

/** What a check finds. */
export function texts(check: (errors: FieldErrors) => void): readonly string[] {
  return findErrors(check).map(({ field, message }) => `${field}: ${message}`);
}

/** The spec of a pod after its defaults. */
export function specOf(kind: Kind<Pod>, spec: object): PodSpec {
  return created(kind, podOf(spec)).spec;
}

export const messages = {
  label:
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
  subdomain:
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
  name: "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
  value:
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
};
