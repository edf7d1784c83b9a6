/** What all workloads with replicas have in common. */
import { describe, expect, it } from 'vitest';
import {
  deployment,
  replicaSet,
  replicationController,
  scaleOf,
  scalingOf,
  subresourceOf,
  statefulSet,
  type Kind,
  defaultProfile,
} from '#kinds';
import { kindsOf } from '#catalog';
import type { KubeObject } from '#values';
import { created, errorsOf, updated } from './samples.ts';
import { metadata, of, inTemplate, at } from './workload-samples.ts';

const kinds = kindsOf(defaultProfile);

const workloads = [deployment, replicaSet, statefulSet, replicationController] as const;

describe.each(workloads.map((kind) => [kind.kind, kind as unknown as Kind] as const))(
  '%s',
  (_, kind) => {
    const whole = created(kind, of(kind));

    it('is the same when nothing is missing', () => {
      expect(kind.rules.defaults!(whole, defaultProfile)).toBe(whole);
      expect(updated(kind, whole, whole)).toBe(whole);
      expect(errorsOf(kind, of(kind))).toEqual([]);
    });

    it('completes an object without spec, for the checks to refuse', () => {
      const bare = { ...of(kind), spec: undefined };
      expect(errorsOf(kind, bare).length).toBeGreaterThan(0);
    });

    it('starts without replicas, whatever was given', () => {
      const given = of(kind, {}, { status: { replicas: 7, readyReplicas: 7 } });
      const { status } = created(kind, given) as KubeObject & { status: { replicas?: number } };
      expect(status.replicas ?? 0).toBe(0);
    });

    it('counts changes of the spec, not of labels', () => {
      const { generation } = kind.rules;
      const relabelled = { ...whole, metadata: { ...whole.metadata, labels: { x: 'y' } } };
      expect(generation!(relabelled)).toEqual(generation!(whole));
      const scaled = scalingOf(kind)!.set(whole, 5);
      expect(generation!(scaled)).not.toEqual(generation!(whole));
    });

    it('is scaled', () => {
      const scaled = scalingOf(kind)!.set(whole, 5);
      expect(scalingOf(kind)!.set(scaled, 5)).toBe(scaled);
      expect(scaleOf(kind, { ...scaled, status: { replicas: 2 } } as KubeObject)).toEqual({
        kind: 'Scale',
        apiVersion: 'autoscaling/v1',
        metadata,
        spec: { replicas: 5 },
        status: { replicas: 2, selector: 'a=b' },
      });
      expect(scaleOf(kind, scalingOf(kind)!.set(whole, 0))!.spec).toEqual({});
    });

    it('keeps pods that keep running', () => {
      const errors = errorsOf(
        kind,
        of(kind, inTemplate({ restartPolicy: 'Never', activeDeadlineSeconds: 1 })),
      );
      expect(errors).toEqual([
        `${at}.restartPolicy: Unsupported value: "Never": supported values: "Always"`,
        expect.stringMatching(
          new RegExp(
            `^${at}\\.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in \\w+ is not Supported$`,
          ),
        ),
      ]);
    });

    it('refuses negative numbers', () => {
      const errors = errorsOf(kind, of(kind, { replicas: -1, minReadySeconds: -2 }));
      expect([...errors].sort()).toEqual([
        'spec.minReadySeconds: Invalid value: -2: must be greater than or equal to 0',
        'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
      ]);
    });
  },
);

it('only workloads are scaled', () => {
  const scaled = kinds.filter((kind) => scalingOf(kind) !== undefined);
  expect(scaled.map(({ kind }) => kind).sort()).toEqual(workloads.map(({ kind }) => kind).sort());
  for (const kind of kinds) {
    const hasScale = subresourceOf(kind, 'scale') !== undefined;
    expect(hasScale, kind.kind).toBe(scalingOf(kind) !== undefined);
  }
});
