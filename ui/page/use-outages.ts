import { useMemo } from 'react';
import { outagesOf, type Outage } from '#view';
import { usePage } from './store.ts';

/** When parts of the control plane were down. */
export function useOutages(): readonly Outage[] {
  const { steps, lastsMs } = usePage((state) => state.run!.summary);
  return useMemo(() => outagesOf(steps, lastsMs), [steps, lastsMs]);
}
