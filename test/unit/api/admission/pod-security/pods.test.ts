/** What PodSecurity does with requests, by release. */
import { describe, expect, it } from 'vitest';
import { pluginsWithout, type RequestContext } from '#api';
import { deployment, namespace, pod, profileOf, withGates, type Profile } from '#kinds';
import type { Namespace, Pod } from '#types';
import { context, dryRun, refusal } from '../../../../support/api.ts';
import { admissionRig, container, inDefault, type AdmissionRig } from '../rig.ts';

const prefix = 'pod-security.kubernetes.io/';

async function labelled(labels: object, profile: Profile = profileOf(24)): Promise<AdmissionRig> {
  const rig = await admissionRig({ profile });
  await relabel(rig, labels);
  return rig;
}

/** Returns the warnings. */
async function relabel(
  rig: AdmissionRig,
  labels: object,
  by: RequestContext = context,
): Promise<readonly string[]> {
  const warnings: string[] = [];
  const named = Object.entries(labels).map(([name, value]) => [prefix + name, value] as const);
  const body = { metadata: { labels: Object.fromEntries(named) } };
  const warn = (text: string): void => void warnings.push(text);
  const target = { name: 'default' };
  await rig.api.patch({ ...by, warn }, namespace, target, { type: 'merge', body });
  return warnings;
}

const plain =
  'allowPrivilegeEscalation != false (container "c" must set securityContext.allowPrivilegeEscalation=false), ' +
  'unrestricted capabilities (container "c" must set securityContext.capabilities.drop=["ALL"]), ' +
  'runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true), ' +
  'seccompProfile (pod or container "c" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")';

describe.each([24, 25, 30, 37])('1.%i', (minor) => {
  it('refuses a pod that violates what its namespace enforces', async () => {
    const rig = await labelled({ enforce: 'restricted' }, profileOf(minor));
    expect(await refusal(rig.createPod())).toMatchObject({
      code: 403,
      reason: 'Forbidden',
      message: `pods "p" is forbidden: violates PodSecurity "restricted:latest": ${plain}`,
      details: { name: 'p', kind: 'pods' },
    });
  });

  it('accepts it in other namespaces', async () => {
    const rig = await labelled({ audit: 'restricted' }, profileOf(minor));
    await expect(rig.createPod({ hostNetwork: true })).resolves.toBeTruthy();
  });
});

it('is on in 1.24 unless its gate is off, and then keeps labels as they are', async () => {
  const rig = await labelled({ enforce: 'x' }, withGates(profileOf(24), { PodSecurity: false }));
  await expect(rig.createPod({ hostNetwork: true })).resolves.toBeTruthy();
});

it('does nothing where it is left out', async () => {
  const rig = await admissionRig({ admission: pluginsWithout(['PodSecurity', 'ServiceAccount']) });
  await relabel(rig, { enforce: 'x' });
  await expect(rig.createPod({ hostNetwork: true })).resolves.toBeTruthy();
});

it('names a pod with a generated name by it', async () => {
  const rig = await labelled({ enforce: 'baseline' });
  const { message } = await refusal(
    rig.createPod({ hostNetwork: true }, { name: undefined, generateName: 'web-' }),
  );
  expect(message).toMatch(
    /^pods "web-\w{5}" is forbidden: violates PodSecurity "baseline:latest": /,
  );
});

describe('an update of a pod', () => {
  const bad = { hostNetwork: true };
  const change = (rig: AdmissionRig, body: object): Promise<unknown> =>
    rig.api.patch(context, pod, { namespace: 'default', name: 'p' }, { type: 'merge', body });

  async function tightened(minor: number, version = 'latest'): Promise<AdmissionRig> {
    const rig = await admissionRig({ profile: profileOf(minor) });
    await rig.createPod(bad);
    await relabel(rig, { enforce: 'baseline', 'enforce-version': version });
    return rig;
  }

  it('is judged where an image changes', async () => {
    const rig = await tightened(24);
    await change(rig, { metadata: { labels: { a: 'b' } } });
    const containers = [{ ...container(), image: 'other' }];
    const { message } = await refusal(change(rig, { spec: { containers } }));
    expect(message).toBe(
      'pods "p" is forbidden: violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true)',
    );
  });

  const ofPod = 'seccomp.security.alpha.kubernetes.io/pod';
  const ofContainer = 'container.seccomp.security.alpha.kubernetes.io/c';
  it.each([
    [24, ofPod, true],
    [25, ofPod, false],
    [24, ofContainer, true],
    [26, ofContainer, true],
    [27, ofContainer, false],
    [24, 'other', false],
  ])('is judged in 1.%i where the annotation %s changes: %s', async (minor, key, isJudged) => {
    const rig = await tightened(minor);
    const answer = change(rig, { metadata: { annotations: { [key]: 'runtime/default' } } });
    const isRefused = await answer.then(
      () => false,
      ({ message }: Error) => message.includes('violates PodSecurity'),
    );
    expect(isRefused).toBe(isJudged);
  });
});

describe('a namespace that enforces more', () => {
  it('is warned of its pods by groups, one of each controller before the others', async () => {
    const rig = await admissionRig();
    for (const name of ['b', 'a', 'c']) await rig.createPod({ hostPID: true }, { name });
    await rig.createPod({ hostIPC: true }, { name: 'd' });
    const warnings = [
      'existing pods in namespace "default" violate the new PodSecurity enforce level "baseline:latest"',
      'a (and 3 other pods): host namespaces',
    ];
    expect(await relabel(rig, { enforce: 'baseline' }, dryRun)).toEqual(warnings);
    expect(await relabel(rig, { enforce: 'baseline' })).toEqual(warnings);
    expect(await relabel(rig, { enforce: 'baseline' })).toEqual([]);
    expect(await relabel(rig, { enforce: 'privileged' })).toEqual([]);
  });

  it('has at most 3,000 of them looked at, those of different controllers first', async () => {
    const rig = await admissionRig();
    const controller = { apiVersion: 'v1', kind: 'X', name: 'x', uid: 'u', controller: true };
    const put = (name: string, spec: Partial<Pod['spec']>, more = {}): Promise<void> =>
      rig.put('pods', {
        metadata: { ...inDefault(name), ...more },
        spec: { containers: [], ...spec },
      });
    for (let n = 0; n < 3001; n++) await put(`a${n}`, {}, { ownerReferences: [controller] });
    await put('z', { hostPID: true });
    expect(await relabel(rig, { enforce: 'baseline' })).toEqual([
      'new PodSecurity enforce level only checked against the first 3000 of 3002 existing pods',
      'existing pods in namespace "default" violate the new PodSecurity enforce level "baseline:latest"',
      'z: host namespaces',
    ]);
  });
});

it('warns of templates for those who hear it, and refuses none', async () => {
  const rig = await labelled({ warn: 'baseline', enforce: 'restricted' });
  const warnings: string[] = [];
  const matchLabels = { a: 'b' };
  const spec = { hostPID: true, containers: [container()] };
  const template = { metadata: { labels: matchLabels }, spec };
  const object = { metadata: { name: 'd' }, spec: { selector: { matchLabels }, template } };
  const warn = (text: string): void => void warnings.push(text);
  await rig.api.create({ ...context, warn }, deployment, object, 'default');
  expect(warnings).toEqual([
    'would violate PodSecurity "baseline:latest": host namespaces (hostPID=true)',
  ]);
});

it('refuses labels of a namespace that say nothing, unless they did so before', async () => {
  const rig = await labelled({});
  const key = `${prefix}enforce`;
  const fault = `metadata.labels[${key}]`;
  const why = 'Invalid value: "x": must be one of privileged, baseline, restricted';
  expect(await refusal(relabel(rig, { enforce: 'x' }))).toMatchObject({
    code: 422,
    message: `Namespace "default" is invalid: ${fault}: ${why}`,
    details: {
      ...{ name: 'default', kind: 'Namespace' },
      causes: [{ reason: 'FieldValueInvalid', field: fault, message: why }],
    },
  });
  const stored = (await rig.read<Namespace>('namespaces', 'default'))!;
  const { metadata } = stored;
  await rig.put('namespaces', { ...stored, metadata: { ...metadata, labels: { [key]: 'x' } } });
  await expect(relabel(rig, { audit: 'baseline' })).resolves.toEqual([]);
  expect(await refusal(relabel(rig, { enforce: 'y' }))).toMatchObject({ code: 422 });
  await expect(relabel(rig, { enforce: null })).resolves.toEqual([]);
});
