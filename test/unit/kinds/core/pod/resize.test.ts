/** What a resize of a pod may change, release by release. */
import { expect, it } from 'vitest';
import { profileOf, type Profile } from '#kinds';
import type { Pod } from '#types';
import { findErrors } from '#values';
import {
  validateResizable,
  validateResize,
} from '../../../../../src/kinds/core/pod/validation/resize.ts';

interface Parts {
  readonly spec?: object;
  readonly status?: object;
  readonly annotations?: object;
}

const amounts = (cpu: string, more: object = {}): object => ({ cpu, memory: '1Gi', ...more });
const sized = (requests?: object, limits?: object): object => ({ resources: { requests, limits } });
const main = { name: 'main', image: 'a', ...sized(amounts('1')) };

function podOf({ spec, status = {}, annotations }: Parts): Pod {
  return {
    metadata: { name: 'p', annotations },
    spec: { containers: [main], ...spec },
    status,
  } as unknown as Pod;
}

function told(
  check: typeof validateResize | typeof validateResizable,
  minor: number,
  before: Parts,
  after: Parts,
): readonly string[] {
  const profile: Profile = profileOf(minor);
  return findErrors((errors) => {
    check(errors, podOf(after), podOf(before), profile);
  }, profile).map(({ field, message }) => `${field}: ${message}`);
}

const containers = (...list: readonly object[]): Parts => ({ spec: { containers: list } });
const init = (container: object): Parts => ({ spec: { initContainers: [container] } });
const shared = (requests: object | undefined, more: object = {}): Parts => ({
  spec: { containers: [main], resources: { requests, ...more } },
});
const onlyAmounts = 'only cpu and memory resources are mutable';
const sidecar = { name: 'side', image: 's', restartPolicy: 'Always', ...sized(amounts('1')) };
const starter = { name: 'init', image: 's', ...sized(amounts('1')) };
const restarting = {
  resizePolicy: [
    { resourceName: 'cpu', restartPolicy: 'NotRequired' },
    { resourceName: 'memory', restartPolicy: 'RestartContainer' },
  ],
};

it.each<[what: string, minor: number, before: Parts, after: Parts, ...errors: string[]]>([
  ['other amounts', 37, {}, containers({ ...main, ...sized({ cpu: '2', memory: '2Gi' }) })],
  ['another image', 37, {}, containers({ ...main, image: 'b' }), `spec: Forbidden: ${onlyAmounts}`],
  [
    'another amount of another resource',
    37,
    containers({ ...main, ...sized(amounts('1', { 'a.b/gpu': '1' })) }),
    containers({ ...main, ...sized(amounts('1', { 'a.b/gpu': '2' })) }),
    `spec: Forbidden: ${onlyAmounts}`,
  ],
  [
    'a limit of another resource',
    37,
    containers({ ...main, ...sized(amounts('1'), amounts('2')) }),
    containers({ ...main, ...sized(amounts('1'), amounts('2', { 'a.b/gpu': '2' })) }),
    `spec: Forbidden: ${onlyAmounts}`,
  ],
  ...[33, 34].map((minor): [string, number, Parts, Parts] => [
    'requests of another resource where there were none',
    minor,
    containers({ ...main, ...sized(undefined, amounts('2')) }),
    containers({ ...main, ...sized({ 'a.b/gpu': '1' }, amounts('2')) }),
  ]),
  [
    'requests of another resource where there were none',
    35,
    containers({ ...main, ...sized(undefined, amounts('2')) }),
    containers({ ...main, ...sized({ 'a.b/gpu': '1' }, amounts('2')) }),
    `spec: Forbidden: ${onlyAmounts}`,
  ],
  [
    'a request that goes',
    37,
    {},
    containers({ ...main, ...sized({ cpu: '1' }) }),
    'spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed',
  ],
  [
    'a limit that goes',
    37,
    containers({ ...main, ...sized(amounts('1'), amounts('2')) }),
    containers({ ...main, ...sized(amounts('1'), { memory: '1Gi' }) }),
    'spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed',
  ],
  [
    'one container more',
    37,
    {},
    containers(main, { ...main, name: 'b' }),
    'spec.containers: Forbidden: containers may not be added or removed on resize',
  ],
  [
    'containers in another order',
    37,
    containers(main, { ...main, name: 'b' }),
    containers({ ...main, name: 'b' }, main),
    'spec.containers[0].name: Forbidden: containers may not be renamed or reordered on resize',
  ],
  [
    'another name of the second container',
    37,
    containers(main, { ...main, name: 'b' }),
    containers(main, { ...main, name: 'c' }),
    'spec.containers[1].name: Forbidden: containers may not be renamed or reordered on resize',
  ],
  [
    'one init container more',
    37,
    {},
    init(starter),
    'spec.initContainers: Forbidden: initContainers may not be added or removed on resize',
  ],
  ['amounts of a sidecar', 35, init(sidecar), init({ ...sidecar, ...sized(amounts('2')) })],
  [
    'a request of a sidecar that goes',
    35,
    init(sidecar),
    init({ ...sidecar, ...sized({ cpu: '1' }) }),
    'spec.initContainers[0].resources.requests: Forbidden: resource requests cannot be removed',
  ],
  [
    'another image of a sidecar',
    35,
    init(sidecar),
    init({ ...sidecar, image: 't' }),
    'spec: Forbidden: only cpu and memory resources for sidecar containers are mutable',
  ],
  [
    'another image of a sidecar',
    36,
    init(sidecar),
    init({ ...sidecar, image: 't' }),
    'spec.initContainers[0]: Forbidden: only cpu and memory resources for init or sidecar containers are mutable',
  ],
  [
    'amounts of an init container',
    35,
    init(starter),
    init({ ...starter, ...sized(amounts('2')) }),
    'spec: Forbidden: resources for non-sidecar init containers are immutable',
  ],
  ['an init container as it was', 35, init(starter), init(starter)],
  ['amounts of an init container', 36, init(starter), init({ ...starter, ...sized(amounts('2')) })],
  [
    'a request of an init container that goes',
    36,
    init(starter),
    init({ ...starter, ...sized({ cpu: '1' }) }),
    'spec.initContainers[0].resources.requests: Forbidden: resource requests cannot be removed',
  ],
  [
    'another class of quality',
    37,
    { status: { qosClass: 'Burstable' } },
    containers({ ...main, ...sized(amounts('1'), amounts('1')) }),
    'spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing',
  ],
  [
    'another class than the one that its status has',
    37,
    { status: { qosClass: 'Guaranteed' } },
    {},
    'spec: Invalid value: "Guaranteed": Pod QOS Class may not change as a result of resizing',
  ],
  [
    'amounts where a running container tells none',
    37,
    { status: { containerStatuses: [{ name: 'a' }, { name: 'main', state: { running: {} } }] } },
    {},
    'spec: Forbidden: Pod running on node without support for resize',
  ],
  [
    'amounts where a running container tells some',
    37,
    { status: { containerStatuses: [{ state: { running: {} }, resources: {} }] } },
    {},
  ],
  [
    'amounts where no container runs',
    37,
    { status: { containerStatuses: [{ state: { waiting: {} } }, {}] } },
    {},
  ],
  ['amounts of the pod as a whole', 36, shared(amounts('1')), shared(amounts('2'))],
  [
    'amounts of the pod as a whole',
    35,
    shared(amounts('1')),
    shared(amounts('2')),
    '[]: Forbidden: resize of pods with pod-level resources is forbidden when InPlacePodLevelResourcesVerticalScalingEnabled feature gate is disabled',
  ],
  [
    'a request of the pod that goes',
    36,
    shared(amounts('1')),
    shared({ cpu: '1' }),
    'spec.resources.requests: Forbidden: pod-level resource requests cannot be removed',
  ],
  [
    'resources of the pod that go',
    36,
    shared(amounts('1')),
    { spec: { containers: [main] } },
    'spec.resources: Forbidden: pod-level resources cannot be removed',
  ],
  [
    'another amount of huge pages of the pod',
    36,
    shared(amounts('1', { 'hugepages-2Mi': '2Mi' })),
    shared(amounts('1', { 'hugepages-2Mi': '4Mi' })),
    'spec: Forbidden: only cpu and memory resources are mutable at pod-level',
  ],
  [
    'claims of the pod',
    36,
    shared(amounts('1')),
    shared(amounts('1'), { claims: [{ name: 'x' }] }),
    'spec: Forbidden: only cpu and memory resources are mutable at pod-level',
  ],
])('checks %s at 1.%i', (_, minor, before, after, ...errors) => {
  expect(told(validateResize, minor, before, after)).toEqual(errors);
});

const memory = (limit?: string, more: object = {}): Parts =>
  containers({
    ...main,
    ...more,
    ...sized(amounts('1'), limit === undefined ? undefined : { memory: limit }),
  });
const place = 'spec.containers[0].resources.limits[memory]: Forbidden: memory limits cannot be';

it.each<[what: string, minor: number, before: Parts, after: Parts, ...errors: string[]]>([
  ['more', 33, memory('2Gi'), memory('3Gi')],
  ['as much', 33, memory('2Gi'), memory('2048Mi')],
  [
    'less',
    33,
    memory('3Gi'),
    memory('2Gi'),
    `${place} decreased unless resizePolicy is RestartContainer`,
  ],
  [
    'the first',
    33,
    memory(),
    memory('2Gi'),
    `${place} added unless resizePolicy is RestartContainer`,
  ],
  ['less for one that is started again', 33, memory('3Gi', restarting), memory('2Gi', restarting)],
  [
    'less for one that only more CPU starts again',
    33,
    memory('3Gi', { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] }),
    memory('2Gi', { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] }),
    `${place} decreased unless resizePolicy is RestartContainer`,
  ],
  ['less', 34, memory('3Gi'), memory('2Gi')],
])('checks %s memory that a container may use at 1.%i', (_, minor, before, after, ...errors) => {
  expect(told(validateResize, minor, before, after)).toEqual(errors);
});

it.each<[what: string, minor: number, before: Parts, ...errors: string[]]>([
  ['an ordinary pod', 37, {}],
  [
    'a static pod',
    37,
    { annotations: { 'kubernetes.io/config.mirror': 'x' } },
    '[]: Forbidden: static pods cannot be resized',
  ],
  [
    'a pod for Windows',
    37,
    { spec: { os: { name: 'windows' } } },
    '[]: Forbidden: windows pods cannot be resized',
  ],
  [
    'a pod with resources of its own',
    34,
    shared(amounts('1')),
    '[]: Forbidden: pods with pod-level resources cannot be resized',
  ],
  ['a pod with resources of its own', 35, shared(amounts('1'))],
])('finds whether %s may be resized at all, at 1.%i', (_, minor, before, ...errors) => {
  expect(told(validateResizable, minor, before, before)).toEqual(errors);
});
