/** What a comparison of every field with real servers of later releases has shown. */
import { describe, expect, it } from 'vitest';
import {
  controllerRevision,
  cronJob,
  deployment,
  deviceClass,
  flowSchema,
  ipAddress,
  job,
  ofRelease,
  persistentVolume,
  persistentVolumeClaim,
  pod,
  profileOf,
  resourceClaim,
  resourceClaimTemplate,
  runtimeClass,
  statefulSet,
  volumeAttributesClass,
} from '#kinds';
import { changeErrorsIn, createdIn, errorsIn, warningsIn } from './release.ts';

const containers = [{ name: 'c', image: 'i' }];
const podOf = (spec: object) => ({ spec: { containers, ...spec } });
const template = { metadata: { labels: { a: 'b' } }, spec: { containers } };
const once = { ...template, spec: { containers, restartPolicy: 'Never' } };

describe('a pod', () => {
  const claimed = (metadata: object, spec: object = {}) =>
    podOf({
      volumes: [
        {
          name: 'v',
          ephemeral: {
            volumeClaimTemplate: {
              metadata,
              spec: {
                ...{ accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
                ...spec,
              },
            },
          },
        },
      ],
    });
  const at = 'spec.volumes[0].ephemeral.volumeClaimTemplate';

  it('has templates of claims without most metadata, which is said in few words since 1.26', () => {
    const named = claimed({ uid: 'u', name: 'n' });
    const why = 'Forbidden: cannot be set';
    expect(errorsIn(37, pod, named)).toEqual([
      `${at}.metadata.name: ${why}`,
      `${at}.metadata.uID: ${why}`,
    ]);
    expect(errorsIn(25, pod, named)[0]).toBe(`${at}.metadata.name: ${why} for an ephemeral volume`);
  });

  it('names groups of sources of claims as domains are named, since 1.29', () => {
    const source = claimed({}, { dataSource: { apiGroup: 'A_b', kind: 'K', name: 'n' } });
    expect(errorsIn(28, pod, source)).toEqual([]);
    expect(errorsIn(29, pod, source)[0]).toMatch(/dataSource\.apiGroup: Invalid value: "A_b"/);
  });

  it('learns which pattern search paths have', () => {
    const searches = podOf({ dnsConfig: { searches: ['A_'] } });
    const label = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
    expect(errorsIn(34, pod, searches)[0]).toContain(`is '${label}(\\.${label})*')`);
    expect(errorsIn(33, pod, searches)[0]).toContain("'_', '-' or '.'");
    expect(errorsIn(33, pod, searches)[0]).not.toContain(label);
  });

  it('has a second to end where it is given less than no time, since 1.27', () => {
    const hasty = podOf({ terminationGracePeriodSeconds: -1 });
    const seconds = (minor: number) => {
      const profile = profileOf(minor);
      const made = pod.rules.defaulting!(hasty as never, profile) as { spec: object };
      return made.spec;
    };
    expect(seconds(26)).toMatchObject({ terminationGracePeriodSeconds: -1 });
    expect(seconds(27)).toMatchObject({ terminationGracePeriodSeconds: 1 });
  });

  it('has no empty parts in an ephemeral container that it must not have', () => {
    const lifecycle = podOf({ ephemeralContainers: [{ name: 'e', image: 'i', lifecycle: {} }] });
    const field = 'spec.ephemeralContainers[0].lifecycle';
    expect(errorsIn(37, pod, lifecycle)).toContain(
      `${field}: Forbidden: cannot be set for an Ephemeral Container`,
    );
  });

  it('has keys of annotations for certificates that have a domain', () => {
    const podCertificate = {
      ...{ signerName: 'x.io/s', keyType: 'ED25519', credentialBundlePath: 'b' },
      userAnnotations: { Plain: 'x', 'A.io/b': 'y' },
    };
    const volumes = [{ name: 'v', projected: { sources: [{ podCertificate }] } }];
    expect(errorsIn(37, pod, podOf({ volumes }))).toEqual([
      'spec.volumes[0].projected.sources[0].podCertificate.userAnnotations: ' +
        'Invalid value: "plain": must be a domain-prefixed key (such as "acme.io/foo")',
    ]);
  });

  it('has devices only for resources that its containers ask for', () => {
    const claim = { resourceClaimName: 'r', requestMappings: [{ containerName: 'x' }] };
    const before = { ...podOf({}), status: {} };
    const after = { ...podOf({}), status: { extendedResourceClaimStatus: claim } };
    expect(changeErrorsIn(37, pod, before, after, 'status')[0]).toBe(
      'status.extendedResourceClaimStatus.requestMappings[0].containerName: Invalid value: "x": ' +
        'must match the name of an entry in spec.initContainers.name or spec.containers.name',
    );
  });
});

describe('a workload', () => {
  it('gives patterns of conditions in cron jobs a status, since 1.34', () => {
    const policy = { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'A' }] }] };
    const spec = {
      schedule: '@daily',
      jobTemplate: { spec: { template: once, podFailurePolicy: policy } },
    };
    const status = (minor: number) => {
      const made = cronJob.rules.defaulting!({ spec } as never, profileOf(minor));
      return (made as never as { spec: typeof spec }).spec.jobTemplate.spec.podFailurePolicy;
    };
    expect(status(33)).toEqual(policy);
    expect(status(34).rules[0]!.onPodConditions).toEqual([{ type: 'A', status: 'True' }]);
  });

  it('warns of names of jobs that cannot be labels, since 1.27', () => {
    const named = { metadata: { name: 'a.b' }, spec: { template: once } };
    const scheduled = {
      metadata: { name: 'a.b' },
      spec: { schedule: '@daily', jobTemplate: { spec: { template: once } } },
    };
    const why =
      'metadata.name: this is used in Pod names and hostnames, which can result in ' +
      'surprising behavior; a DNS label is recommended: [must not contain dots]';
    expect(warningsIn(27, job, named)).toEqual([why]);
    expect(warningsIn(27, cronJob, scheduled)).toEqual([why]);
    expect(warningsIn(26, job, named)).toEqual([]);
  });

  it('warns of a stateful set that keeps all of its revisions, since 1.33', () => {
    const spec = { selector: { matchLabels: { a: 'b' } }, template, revisionHistoryLimit: -1 };
    expect(warningsIn(32, statefulSet, { spec })).toEqual([]);
    expect(warningsIn(33, statefulSet, { spec })[0]).toMatch(/^spec\.revisionHistoryLimit: /);
  });

  it('does not end less than no pods', () => {
    const spec = { selector: { matchLabels: { a: 'b' } }, template };
    const after = { spec, status: { terminatingReplicas: -1 } };
    const errors = changeErrorsIn(37, deployment, { spec, status: {} }, after, 'status');
    expect(errors).toEqual([
      'status.terminatingReplicas: Invalid value: -1: must be greater than or equal to 0',
    ]);
  });
});

describe('a class or volume', () => {
  it('counts the bytes of a handler where the type says what is right', () => {
    const handler = 'x'.repeat(64);
    const text = (unit: string) =>
      `handler: Invalid value: "${handler}": must be no more than 63 ${unit}`;
    expect(errorsIn(36, runtimeClass, { handler })).toEqual([text('characters')]);
    expect(errorsIn(37, runtimeClass, { handler })).toEqual([text('bytes')]);
  });

  it('shows what changes of a source, as Go has it, since 1.34', () => {
    const volume = (path: string) => ({
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        nfs: { path, server: 's' },
      },
    });
    const [error] = changeErrorsIn(34, persistentVolume, volume('/a'), volume('/b'));
    expect(error).toBe(
      'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation\n' +
        '@@ -5,7 +5,7 @@\n  "Glusterfs": null,\n  "NFS": {\n   "Server": "s",\n' +
        '-  "Path": "/a",\n+  "Path": "/b",\n   "ReadOnly": false\n  },\n  "RBD": null,\n',
    );
  });

  it('lets a claim without a class get one, since 1.26', () => {
    const claim = (spec: object) => ({
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
        ...spec,
      },
    });
    const change = (minor: number) =>
      changeErrorsIn(minor, persistentVolumeClaim, claim({}), claim({ storageClassName: 'a' }));
    expect(change(25)).toHaveLength(1);
    expect(change(26)).toEqual([]);
  });
});

describe('a claim to devices', () => {
  const exactly = { deviceClassName: 'gpu', tolerations: [{ key: 'k' }] };
  const claim = (request: object, others: object = {}) => ({
    spec: { devices: { requests: [{ name: 'r', ...request }], ...others } },
  });

  it('tolerates equal taints by default, also where the gate of taints is off', () => {
    const { spec } = createdIn(34, resourceClaim, claim({ exactly }));
    const [toleration] = spec.devices!.requests![0]!.exactly!.tolerations!;
    expect(toleration).toEqual({ key: 'k', operator: 'Equal' });
  });

  it('checks what the types state also of a request that is made in both ways', () => {
    const both = { exactly, firstAvailable: [{ name: 'a', deviceClassName: '' }] };
    expect(errorsIn(36, resourceClaim, claim(both))).toHaveLength(1);
    expect(errorsIn(37, resourceClaim, claim(both))[1]).toBe(
      'spec.devices.requests[0].firstAvailable[0].deviceClassName: Required value',
    );
  });

  it('learns the whole form of a name since 1.35, before that it lacks a domain', () => {
    const constraints = [{ matchAttribute: 'model' }];
    const given = claim({ exactly }, { constraints });
    const field = 'spec.devices.constraints[0].matchAttribute: Invalid value: "model"';
    expect(errorsIn(34, resourceClaim, given)).toEqual([`${field}: must include a domain`]);
    expect(errorsIn(37, resourceClaim, given)).toEqual([
      `${field}: a fully qualified name must be a domain and a name separated by a slash`,
    ]);
  });

  it('keeps what drivers report of devices that it never had, which is refused', () => {
    const devices = [{ driver: 'd.io', pool: 'p', device: 'x' }];
    const after = { ...claim({ exactly }), status: { devices } };
    const before = { ...claim({ exactly }), status: {} };
    expect(changeErrorsIn(37, resourceClaim, before, after, 'status')).toEqual([
      'status.devices[0]: Invalid value: "d.io/p/x": must be an allocated device in the claim',
    ]);
  });

  it('is checked in a template that changes', () => {
    const before = { spec: claim({ exactly }) };
    const after = { spec: claim({ exactly: { deviceClassName: '' } }) };
    const errors = changeErrorsIn(37, resourceClaimTemplate, before, after);
    expect(errors[0]).toBe('spec.spec.devices.requests[0].exactly.deviceClassName: Required value');
    expect(errors).toHaveLength(2);
  });
});

describe('the addresses that a pod names', () => {
  it('are warned of where they are odd, since 1.33', () => {
    const odd = podOf({
      hostAliases: [{ ip: '01.2.3.4', hostnames: ['a'] }],
      dnsConfig: { nameservers: ['2001:DB8::1'] },
    });
    expect(warningsIn(32, pod, odd)).toEqual([]);
    const warnings = warningsIn(34, pod, odd);
    expect(warnings).toHaveLength(2);
    expect(warnings[1]).toMatch(/^spec.hostAliases\[0\].ip: non-standard IP address "01.2.3.4"/);
  });
});

describe('what a driver reports of a device', () => {
  it('has no conditions where they are null', () => {
    const spec = { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'gpu' } }] } };
    const devices = [{ driver: 'd.io', pool: 'p', device: 'x', conditions: null }];
    const after = { spec, status: { devices } };
    expect(
      changeErrorsIn(34, resourceClaim, { spec, status: {} }, after as never, 'status'),
    ).toHaveLength(1);
  });
});

describe('a revision', () => {
  it('holds an object when it is new, since 1.31', () => {
    expect(errorsIn(30, controllerRevision, { data: 5 })).toEqual([]);
    expect(errorsIn(31, controllerRevision, { data: 5 })).toEqual([
      'data: Required value: data must be a valid JSON object',
    ]);
    expect(errorsIn(31, controllerRevision, { data: { a: 1 } })).toEqual([]);
  });

  it('loses its data never, which is all that a change learns since 1.31', () => {
    const change = (minor: number) =>
      changeErrorsIn(minor, controllerRevision, { data: { a: 1 } }, { data: null });
    expect(change(30)).toHaveLength(2);
    expect(change(31)).toEqual(['data: Invalid value: "null": field is immutable']);
  });
});

describe('a class', () => {
  it('of attributes is checked twice when it changes, until 1.34', () => {
    const before = { driverName: 'd', parameters: { a: 'b' } };
    const after = { driverName: '', parameters: { a: 'b' } };
    const change = (minor: number) => changeErrorsIn(minor, volumeAttributesClass, before, after);
    const forbidden = 'driverName: Forbidden: updates to driverName are forbidden.';
    const required = 'driverName: Required value';
    expect(change(34)).toEqual([required, forbidden, required]);
    expect(change(35)).toEqual([forbidden, required]);
  });

  it('of devices is checked twice when it changes, until 1.34', () => {
    const change = (minor: number) =>
      changeErrorsIn(minor, deviceClass, { spec: {} }, { spec: { config: [{}] } });
    expect(change(34)).toHaveLength(2);
    expect(change(35)).toHaveLength(1);
  });
});

describe('an address of Services', () => {
  it('keeps its user, also when none is left', () => {
    const before = {
      metadata: { name: '10.0.0.1' },
      spec: { parentRef: { resource: 'a', name: 'b' } },
    };
    const after = { metadata: { name: '10.0.0.1' }, spec: {} };
    expect(changeErrorsIn(34, ipAddress, before, after)).toContain(
      'spec.parentRef: Invalid value: null: field is immutable',
    );
    const other = { ...before, spec: { parentRef: { resource: 'a', name: 'c' } } };
    expect(changeErrorsIn(34, ipAddress, before, other)).toEqual([
      'spec.parentRef: Invalid value: {"Group":"","Resource":"a","Namespace":"","Name":"c"}: field is immutable',
    ]);
  });
});

describe('a condition of a flow schema', () => {
  it.each([
    [33, 'Required value: must not be empty'],
    [34, 'Required value'],
    [37, 'Required value'],
  ])('has a type, which 1.%i says so: %s', (minor, why) => {
    const spec = { priorityLevelConfiguration: { name: 'a' } };
    const errors = changeErrorsIn(
      ...([minor, flowSchema, { spec }, { spec, status: { conditions: [{}] } }, 'status'] as const),
    );
    expect(errors).toEqual([`status.conditions[0].type: ${why}`]);
  });
});

describe('a Deployment', () => {
  it('gets no count of pods that end before 1.35, when its gate is off', () => {
    const statusIn = (minor: number) => {
      const profile = profileOf(minor);
      const { trim } = ofRelease(deployment, profile.schemas).subresources!['status']!.part!;
      const given = { status: { terminatingReplicas: 1 } } as never;
      return trim!(given, { status: {} } as never, { now: 0, profile }).status;
    };
    expect(statusIn(34)).toEqual({});
    expect(statusIn(35)).toEqual({ terminatingReplicas: 1 });
  });
});

describe('a volume', () => {
  it('shows its sources in the order of the API since 1.37', () => {
    const others = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] };
    const change = (minor: number) =>
      changeErrorsIn(
        minor,
        persistentVolume,
        { spec: { ...others, hostPath: { path: '/a' } } },
        { spec: { ...others, flexVolume: { driver: 'd/e' } } },
      ).join();
    expect(change(36)).toMatch(/"ISCSI": null,\n- "FlexVolume": null/);
    expect(change(37)).toMatch(/"Flocker": null,\n- "FlexVolume": null/);
  });
});
