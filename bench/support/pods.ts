/** The pods that benchmarks write. */
import type { Pod } from '#types';

export const labels = { app: 'web' };

/** The spec of a pod as controllers make it: that of a template, which has its defaults. */
export const spec: Pod['spec'] = {
  containers: [
    {
      name: 'main',
      image: 'app:1',
      imagePullPolicy: 'IfNotPresent',
      resources: { requests: { cpu: '100m', memory: '64Mi' } },
      terminationMessagePath: '/dev/termination-log',
      terminationMessagePolicy: 'File',
    },
  ],
  restartPolicy: 'Always',
  terminationGracePeriodSeconds: 30,
  dnsPolicy: 'ClusterFirst',
  securityContext: {},
  schedulerName: 'default-scheduler',
};

/** Returns a pod with another value of its Ready condition, which shares all else. */
export function flipped(one: Pod): Pod {
  const isReady = one.status.conditions?.[0]?.status === 'True';
  const ready = {
    type: 'Ready',
    status: isReady ? 'False' : 'True',
    lastTransitionTime: '2026-11-20T20:00:00Z',
  };
  return { ...one, status: { ...one.status, conditions: [ready] } };
}
