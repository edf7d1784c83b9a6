/** The current usage of pods and nodes, as the metrics API shows it. */
import { column } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { NodeMetrics, PodMetrics } from '#types';

const common = {
  group: 'metrics.k8s.io',
  version: 'v1beta1',
  wire: { readOnly: true },
  view: { isMadeByOthers: true },
} as const;

export const podMetrics = defineKind<PodMetrics>({
  ...common,
  kind: 'PodMetrics',
  plural: 'pods',
  namespaced: true,
  table: {
    columns: [column('Window', 'string', 'Span of the measurement.', ({ window }) => window)],
  },
});

export const nodeMetrics = defineKind<NodeMetrics>({
  ...common,
  kind: 'NodeMetrics',
  plural: 'nodes',
  namespaced: false,
  table: {
    columns: [column('Window', 'string', 'Span of the measurement.', ({ window }) => window)],
  },
});
