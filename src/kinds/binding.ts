import { defineKind } from './define-kind.ts';
import type { Binding } from './types/index.ts';

/** The scheduler's word that a pod goes to a node. */
export const binding = defineKind<Binding>({
  group: '',
  version: 'v1',
  kind: 'Binding',
  plural: 'bindings',
  namespaced: true,
  columns: [],
});
