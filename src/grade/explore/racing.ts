/** Races of the control plane as a plan has them: longer than usual, for one client. */
import type { FaultSpec, RaceName } from '#kit';
import type { Rig } from './rig.ts';

const resource = 'customresourcedefinitions.apiextensions.k8s.io';
/** What the setup has defined counts as new, and so do lists that come late. */
const ever = '10000h';

/** Returns the faults of a race. */
export function racing(race: RaceName, name: string, client: Rig['client']): readonly FaultSpec[] {
  switch (race) {
    case 'definitions':
      return [{ name, match: { client: 'kube-apiserver', resource }, watch: { delay: '10s' } }];
    case 'kinds': {
      const match = { client, verb: 'list', new: ever };
      return [
        { name, match, error: 'NotServed', times: 2 },
        { name: `${name}-again`, match, error: 'StorageInitializing', times: 2 },
      ];
    }
    case 'discovery':
      return [{ name, match: { client }, discovery: { lag: '10s' } }];
    case 'servers':
      return [{ name, match: { client }, stale: { behind: '5s', servers: 2 } }];
    case 'informers': {
      const match = { client: 'kube-controller-manager' };
      return [{ name, match, watch: { delay: { uniform: [0, '5s'] } } }];
    }
  }
}
