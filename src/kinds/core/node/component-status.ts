/** ComponentStatuses: the health of the control plane's parts, which is computed for each request. */
import { column } from '../../object/columns.ts';
import { defineKind } from '../../object/define-kind.ts';
import type { ComponentStatus } from '#types';

export const componentStatus = defineKind<ComponentStatus>({
  group: '',
  version: 'v1',
  kind: 'ComponentStatus',
  plural: 'componentstatuses',
  namespaced: false,
  names: { shortNames: ['cs'] },
  wire: { readOnly: true },
  table: {
    columns: [
      column('Status', 'string', 'Whether the component is healthy.', (object) => {
        const found = conditionOf(object);
        if (found === undefined || found.status === 'Unknown') return 'Unknown';
        return found.status === 'True' ? 'Healthy' : 'Unhealthy';
      }),
      column('Message', 'string', 'What the component says.', (object) => {
        return conditionOf(object)?.message ?? '';
      }),
      column('Error', 'string', 'Why the component did not answer.', (object) => {
        return conditionOf(object)?.error ?? '';
      }),
    ],
  },
  view: { isMadeByOthers: true },
});

function conditionOf({ conditions }: ComponentStatus) {
  return conditions?.find(({ type }) => type === 'Healthy');
}
