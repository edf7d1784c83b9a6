import { defineKind } from '../../object/define-kind.ts';
import type { Binding } from '#types';

/** The scheduler's decision to run a pod on a node. */
export const binding = defineKind<Binding>({
  group: '',
  version: 'v1',
  kind: 'Binding',
  plural: 'bindings',
  namespaced: true,
  table: { columns: [] },
});
