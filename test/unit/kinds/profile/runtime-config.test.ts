import { describe, expect, it } from 'vitest';
import { KindRegistry, missingKinds } from '#catalog';
import {
  apiVersionOf,
  profileAfter,
  profileOf,
  readRuntimeConfig,
  withGates,
  withRuntimeConfig,
  type Profile,
} from '#kinds';

const serving = (minor: number, text: string): Profile =>
  withRuntimeConfig(profileOf(minor), readRuntimeConfig(text));

/** What is served besides, and what is not served any more. */
function differences(profile: Profile): readonly string[] {
  const namesIn = (of: Profile): readonly string[] =>
    new KindRegistry(of).all.map((kind) => `${apiVersionOf(kind)} ${kind.kind}`);
  const [usual, now] = [namesIn(profileOf(profile.minor)), namesIn(profile)];
  return [
    ...now.filter((name) => !usual.includes(name)).map((name) => `+${name}`),
    ...usual.filter((name) => !now.includes(name)).map((name) => `-${name}`),
  ];
}

describe('what a server is to serve', () => {
  it('is written with spaces or without', () => {
    const read = { 'api/beta': true, 'apps/v1': false, 'batch/v1': true };
    expect(readRuntimeConfig('api/beta=true,apps/v1=false,batch/v1')).toEqual(read);
    expect(readRuntimeConfig(' api/beta = true ,, apps/v1= 0, batch/v1 ')).toEqual(read);
  });

  it('has the beta versions of its release', () => {
    expect(differences(serving(28, 'api/beta=true'))).toEqual([
      '+admissionregistration.k8s.io/v1beta1 ValidatingAdmissionPolicy',
      '+admissionregistration.k8s.io/v1beta1 ValidatingAdmissionPolicyBinding',
    ]);
    expect(differences(serving(31, 'api/beta=true'))).toEqual([
      '+networking.k8s.io/v1beta1 IPAddress',
      '+networking.k8s.io/v1beta1 ServiceCIDR',
      '+storage.k8s.io/v1beta1 VolumeAttributesClass',
      '+admissionregistration.k8s.io/v1beta1 ValidatingAdmissionPolicy',
      '+admissionregistration.k8s.io/v1beta1 ValidatingAdmissionPolicyBinding',
    ]);
  });

  it('has a version, or a kind of it, by name', () => {
    expect(differences(serving(29, 'networking.k8s.io/v1alpha1'))).toEqual([
      '+networking.k8s.io/v1alpha1 IPAddress',
      '+networking.k8s.io/v1alpha1 ServiceCIDR',
    ]);
    const some = 'networking.k8s.io/v1alpha1/ipaddresses=true,/v1/endpoints=false';
    expect(differences(serving(29, some))).toEqual([
      '+networking.k8s.io/v1alpha1 IPAddress',
      '-v1 Endpoints',
    ]);
  });

  it('follows a version before a level, and a level before all', () => {
    const config = 'api/all=true,api/alpha=false,storage.k8s.io/v1alpha1=1,api/beta=false';
    expect(differences(serving(29, config))).toEqual([
      '+storage.k8s.io/v1alpha1 VolumeAttributesClass',
      '-flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema',
      '-flowcontrol.apiserver.k8s.io/v1beta3 PriorityLevelConfiguration',
    ]);
  });

  it('has a kind behind a gate only while the gate is on', () => {
    const config = { 'certificates.k8s.io/v1beta1': true };
    const [off, on] = [false, true].map((ClusterTrustBundle) =>
      withRuntimeConfig(withGates(profileOf(33), { ClusterTrustBundle }), config),
    );
    expect(differences(off!)).toEqual([]);
    expect(differences(on!)).toEqual(['+certificates.k8s.io/v1beta1 ClusterTrustBundle']);
  });

  it('tells what is asked for and not here', () => {
    const names = (profile: Profile): readonly string[] =>
      missingKinds(profile).map(({ apiVersion, kind }) => `${apiVersion} ${kind}`);
    expect(names(serving(28, 'api/beta=true'))).toEqual([]);
    expect(names(serving(33, 'internal.apiserver.k8s.io/v1alpha1'))).toEqual([
      'internal.apiserver.k8s.io/v1alpha1 StorageVersion',
    ]);
  });

  it('stays so in the next release, as far as that knows it', () => {
    const before = serving(30, 'api/beta=true,resource.k8s.io/v1alpha2=true');
    expect(profileAfter(before, 31).runtimeConfig).toEqual({ 'api/beta': true });
  });

  it.each([
    [30, 'apps=true', 'runtime-config invalid key apps'],
    [30, 'a/b/c/d=true', 'runtime-config invalid key a/b/c/d'],
    [30, 'api/beta=yes', 'invalid value api/beta=yes'],
    [30, 'api/beta', 'invalid value api/beta='],
    [
      30,
      'apps/v1=yes',
      'invalid value of apps/v1: yes, err: strconv.ParseBool: parsing "yes": invalid syntax',
    ],
    [30, 'apps/v3=true', 'group version apps/v3 that has not been registered'],
    [
      30,
      'apps/v1/Deployments=true',
      'invalid key apps/v1/Deployments: group/version/resource and resource is always lowercase plural, not "Deployments"',
    ],
    [35, 'b.example.com/v1=true,a/v2=true', 'unknown api groups b.example.com,a'],
    [36, 'b.example.com/v1=true,a/v2=true', 'unknown api groups a/v2,b.example.com/v1'],
    [35, 'api/all=false', 'invalid key with only api/all=false'],
    [36, 'api/all=false', 'invalid runtime-config with only api/all=false'],
  ])('is refused by 1.%i for %s', (minor, text, message) => {
    expect(() => serving(minor, text)).toThrow(new RangeError(message));
  });
});
