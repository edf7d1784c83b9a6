/** Questions about the past: the moment, the object and the field that a text names. */
import { describe, expect, it } from 'vitest';
import { daemonSet, type Kind, defaultProfile } from '#kinds';
import { KindRegistry } from '#catalog';
import { parseTime } from '#values';
import type { Past } from '#store';
import { QuestionError } from '../../../src/record/question/error.ts';
import { fieldOf } from '../../../src/record/question/field.ts';
import { momentOf } from '../../../src/record/question/moment.ts';
import { kindNamed, subjectOf } from '../../../src/record/question/subject.ts';

const registry = new KindRegistry(defaultProfile);
const startMs = parseTime('2026-01-01T00:00:00Z');
const span = { startMs, endMs: startMs + 90_000 };
const past = {
  ...{ revision: 40, beginning: 10 },
  // Every second has a revision.
  revisionAt: (time: number) => 10 + Math.floor((time - startMs) / 3000),
  timeOf: (revision: number) => (revision < 12 ? undefined : startMs + (revision - 10) * 3000),
} as unknown as Past;

describe('a moment', () => {
  it.each<[text: string | undefined, revision: number, afterMs: number]>([
    [undefined, 40, 90_000],
    ['0', 10, 0],
    ['0s', 10, 0],
    ['30', 20, 30_000],
    ['1.5', 10, 1_500],
    ['1m30s', 40, 90_000],
    ['2026-01-01T00:00:00Z', 10, 0],
    ['2026-01-01T00:01:30Z', 40, 90_000],
    ['rev:40', 40, 90_000],
    ['rev:12', 12, 6_000],
    ['rev:11', 11, 0],
    ['rev:10', 10, 0],
  ])('%s', (text, revision, afterMs) => {
    expect(momentOf(text, past, span)).toEqual({ revision, time: startMs + afterMs });
  });

  it.each([
    ['91s', '91s is outside of the run, which lasts 90 s'],
    ['2025-12-31T23:59:59Z', '2025-12-31T23:59:59Z is outside of the run, which lasts 90 s'],
    ['rev:41', 'there is no revision 41; the last one is 40'],
    ['rev:x', 'cannot read the time "rev:x"; expected one after the start such as 90s'],
    ['soon', 'cannot read the time "soon"'],
  ])('%s cannot be meant', (text, message) => {
    expect(() => momentOf(text, past, span)).toThrow(
      expect.objectContaining({
        reason: 'question',
        message: expect.stringContaining(message) as string,
      }),
    );
  });

  it('must be kept', () => {
    expect(() => momentOf('rev:9', past, span)).toThrow(
      expect.objectContaining({
        reason: 'forgotten',
        message: 'at: the history that is kept begins at revision 10, behind that moment',
      }),
    );
  });
});

describe('a subject', () => {
  it.each([
    ['daemonset/agent', 'daemonset', 'agent'],
    ['ds/a.b', 'ds', 'a.b'],
  ])('%s', (text, kind, name) => {
    expect(subjectOf(text)).toEqual({ kind, name });
  });

  it.each(['', 'daemonset', 'daemonset/', '/agent', 'a/b/c', 'a/b/'])('"%s" names none', (text) => {
    expect(() => subjectOf(text)).toThrow(
      `expected KIND/NAME such as daemonset/agent, found "${text}"`,
    );
  });

  it.each(['DaemonSet', 'daemonsets', 'ds'])('has the kind %s', (name) => {
    expect(kindNamed(name, registry).kind).toBe('DaemonSet');
  });

  it.each([
    ['daemonst', 'unknown kind "daemonst" (did you mean "daemonset"?)'],
    ['podss', 'unknown kind "podss" (did you mean "pods"?)'],
    ['xyzxyz', 'unknown kind "xyzxyz"'],
  ])('has no kind %s', (name, message) => {
    expect(() => kindNamed(name, registry)).toThrow(expect.objectContaining({ message }));
  });
});

describe('a field', () => {
  const kind = daemonSet as unknown as Kind;
  const pod = registry.byName('Pod')!;
  const definition = registry.byName('CustomResourceDefinition')!;
  it.each<[Kind, string, readonly (string | number)[]]>([
    [kind, 'numberReady', ['status', 'numberReady']],
    [kind, 'status.numberReady', ['status', 'numberReady']],
    [kind, 'status', ['status']],
    [
      kind,
      'spec.template.spec.containers[0].name',
      ['spec', 'template', 'spec', 'containers', 0, 'name'],
    ],
    [kind, 'metadata.labels.app', ['metadata', 'labels', 'app']],
    [
      kind,
      'metadata.managedFields[0].fieldsV1.x.y',
      ['metadata', 'managedFields', 0, 'fieldsV1', 'x', 'y'],
    ],
    [registry.byName('ConfigMap')!, 'data.a', ['data', 'a']],
    [pod, 'phase', ['status', 'phase']],
    [pod, 'nodeName', ['spec', 'nodeName']],
    [pod, 'deletionTimestamp', ['metadata', 'deletionTimestamp']],
  ])('of $0.kind: $1', (of, text, path) => {
    expect(fieldOf(text, of)).toEqual(path);
  });

  const schema = 'spec.versions[0].schema.openAPIV3Schema';
  it.each<[Kind, string, string]>([
    [
      kind,
      'numberRedy',
      'DaemonSet status has no field "numberRedy" (did you mean "numberReady"?)',
    ],
    [kind, 'status.numberReady.x', 'DaemonSet status.numberReady has no field "x"'],
    [
      kind,
      'spec.template.spc',
      'DaemonSet spec.template has no field "spc" (did you mean "spec"?)',
    ],
    [registry.byName('ConfigMap')!, 'dat', 'ConfigMap has no field "dat" (did you mean "data"?)'],
    [definition, `${schema}.items.typ`, 'has no field "typ"'],
  ])('of $0.kind that is none: $1', (of, text, message) => {
    expect(() => fieldOf(text, of)).toThrow(QuestionError);
    expect(() => fieldOf(text, of)).toThrow(message);
  });

  const asked = { conditions: ['AbleToScale', 'Ready'], worth: ['phase', 'Ready'] };
  it.each([
    ['AbleToScale', ['AbleToScale']],
    ['abletoscale', ['AbleToScale']],
    ['status.Ready.reason', ['Ready', 'reason']],
    ['conditions.Ready', ['Ready']],
  ])('is a condition by its type: %s', (text, path) => {
    expect(fieldOf(text, pod, asked)).toEqual(['status', 'conditions', ...path]);
  });

  it.each([
    ['Redy', '(did you mean "Ready"?)'],
    ['foo', 'Pod status has no field "foo"; what can be asked: phase, Ready'],
  ])('that is none, %s, is answered with those that may be meant', (text, message) => {
    expect(() => fieldOf(text, pod, asked)).toThrow(message);
  });

  it('stays a field where a condition has its name', () => {
    expect(fieldOf('phase', pod, { ...asked, conditions: ['Phase'] })).toEqual(['status', 'phase']);
  });

  it('has a form that is read', () => {
    expect(fieldOf(`${schema}.items.type`, definition).at(-1)).toBe('type');
    expect(() => fieldOf('a[', kind)).toThrow(QuestionError);
  });
});
