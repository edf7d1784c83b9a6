/** What releases drop, keep and complete of the fields whose gates are off, over the wire. */
import { expect, it } from 'vitest';
import { releases } from './releases.ts';

const { ask } = releases([26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37]);

const core = '/api/v1/namespaces/default';
const jobs = '/apis/batch/v1/namespaces/default/jobs';
const merge = { 'content-type': 'application/merge-patch+json' };
const container = { name: 'c', image: 'img' };
const messageOf = ({ body }: Awaited<ReturnType<typeof ask>>): string => body.message;

it.each([
  [27, [201, 201]],
  [28, [422, 201]],
  [29, [422, 422]],
  [33, [422, 422]],
  [34, [201, 201]],
])('1.%i answers %j to a policy of a container and of an init container', async (minor, all) => {
  const spec = { containers: [{ ...container, restartPolicy: 'Never' }] };
  const init = { containers: [container], initContainers: [{ ...container, name: 'i' }] };
  const withPolicy = {
    ...init,
    initContainers: [{ ...init.initContainers[0], restartPolicy: 'Never' }],
  };
  const made = [];
  for (const each of [spec, withPolicy]) {
    const body = { metadata: { name: 'p' }, spec: each };
    made.push((await ask(minor, 'POST', `${core}/pods?dryRun=All`, { body })).status);
  }
  expect(made).toEqual(all);
});

it.each([
  [32, 'restartPolicy', 'Always', 422],
  [34, 'restartPolicy', 'Always', 200],
  [35, 'restartPolicy', 'Always', 422],
  [32, 'resizePolicy', [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }], 200],
  [33, 'resizePolicy', [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }], 422],
])('1.%i answers to an ephemeral container with %s %j: %i', async (minor, field, value, status) => {
  const name = field.toLowerCase();
  const body = { metadata: { name }, spec: { containers: [container] } };
  await ask(minor, 'POST', `${core}/pods`, { body });
  const added = { name: 'd', image: 'dbg', [field]: value };
  const answer = await ask(minor, 'PATCH', `${core}/pods/${name}/ephemeralcontainers`, {
    body: { spec: { ephemeralContainers: [added] } },
    headers: { 'content-type': 'application/strategic-merge-patch+json' },
  });
  expect(answer.status).toBe(status);
  if (status === 200) expect(answer.body.spec.ephemeralContainers[0]).not.toHaveProperty(field);
});

it('a lifecycle goes with the signal that is all of it', async () => {
  const spec = {
    os: { name: 'linux' },
    containers: [{ ...container, lifecycle: { stopSignal: 'SIGTERM' } }],
  };
  const body = { metadata: { name: 's' }, spec };
  const made = await ask(34, 'POST', `${core}/pods?dryRun=All`, { body });
  expect(made.body.spec.containers[0]).not.toHaveProperty('lifecycle');
});

it('a pod as a whole requests nothing where no gate lets it', async () => {
  const body = {
    metadata: { name: 'w' },
    spec: { containers: [container], resources: { limits: { cpu: '1' } } },
  };
  const made = await ask(32, 'POST', `${core}/pods?dryRun=All`, { body });
  const [entry] = made.body.metadata.managedFields;
  expect(entry.fieldsV1['f:spec']['f:resources']).toEqual({
    '.': {},
    'f:limits': { '.': {}, 'f:cpu': {} },
  });
});

it.each([
  [30, 201, 'gold', 422],
  [31, 201, undefined, 200],
])('1.%i makes a volume of a class of attributes: %i %s', async (minor, made, name, changed) => {
  const spec = {
    ...{ capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] },
    ...{ csi: { driver: 'd', volumeHandle: 'h' }, volumeAttributesClassName: 'gold' },
  };
  const volumes = '/api/v1/persistentvolumes';
  const answer = await ask(minor, 'POST', volumes, { body: { metadata: { name: 'v' }, spec } });
  expect([answer.status, answer.body.spec.volumeAttributesClassName]).toEqual([made, name]);
  const body = { spec: { volumeAttributesClassName: 'silver' } };
  const next = await ask(minor, 'PATCH', `${volumes}/v`, { body, headers: merge });
  expect(next.status).toBe(changed);
});

it.each([
  [30, undefined, 422],
  [32, 'x.io/y', 422],
])(
  '1.%i makes jobs that are managed by %s, and answers %i to a change',
  async (minor, by, status) => {
    const template = { spec: { restartPolicy: 'Never', containers: [container] } };
    const body = { metadata: { name: 'm' }, spec: { managedBy: 'x.io/y', template } };
    const made = await ask(minor, 'POST', jobs, { body });
    expect(made.body.spec.managedBy).toBe(by);
    const other = { body: { spec: { managedBy: 'x.io/z' } }, headers: merge };
    expect((await ask(minor, 'PATCH', `${jobs}/m`, other)).status).toBe(status);
  },
);

it('the first write of a job without labels stores those of its pods', async () => {
  const spec = { template: { spec: { restartPolicy: 'Never', containers: [container] } } };
  const versions = [];
  for (const labels of [undefined, { a: 'b' }]) {
    const name = labels === undefined ? 'bare' : 'labelled';
    const made = await ask(31, 'POST', jobs, { body: { metadata: { name, labels }, spec } });
    const found = [made.body.metadata.resourceVersion];
    for (let time = 0; time < 2; time++) {
      const sent = { body: { spec: { backoffLimit: 6 } }, headers: merge };
      const { body } = await ask(31, 'PATCH', `${jobs}/${name}`, sent);
      found.push(body.metadata.resourceVersion);
    }
    versions.push(found.map((version) => version !== found[0]));
  }
  expect(versions).toEqual([
    [false, true, true],
    [false, false, false],
  ]);
});

it.each([
  [36, 3],
  [37, 1],
])('1.%i finds %i faults in a changed job whose pods lose their labels', async (minor, faults) => {
  const template = { spec: { restartPolicy: 'Never', containers: [container] } };
  const body = { metadata: { name: 'l' }, spec: { template } };
  const made = await ask(minor, 'POST', jobs, { body });
  const bare = { ...made.body.spec.template, metadata: { labels: {} } };
  const { body: refused } = await ask(minor, 'PUT', `${jobs}/l`, {
    body: { ...made.body, spec: { ...made.body.spec, template: bare } },
  });
  const fields = refused.details.causes.map(({ field }: { readonly field: string }) => field);
  expect(fields.filter((field: string) => field.includes('labels[')).length > 0).toBe(minor === 36);
  expect(fields.length).toBeGreaterThanOrEqual(faults);
});

it.each([
  [32, undefined],
  [33, /status.loadBalancer.ingress\[0\]: non-standard IP address/],
])('1.%i warns about the address of a load balancer: %s', async (minor, warning) => {
  const body = { metadata: { name: 'lb' }, spec: { ports: [{ port: 80 }], type: 'LoadBalancer' } };
  await ask(minor, 'POST', `${core}/services`, { body });
  const status = { loadBalancer: { ingress: [{ ip: '01.2.3.4' }] } };
  const { headers } = await ask(minor, 'PATCH', `${core}/services/lb/status`, {
    ...{ body: { status }, headers: merge },
  });
  const found = headers.get('warning');
  if (warning === undefined) expect(found).toBeNull();
  else expect(found).toMatch(warning);
});

it.each([
  [34, 'Volume.spec.volumes.secret of', 'GRPCAction.spec.containers.livenessProbe.grpc.port of'],
  [
    35,
    'Volume.spec.volumes.VolumeSource.secret of',
    'GRPCAction.spec.containers.livenessProbe.ProbeHandler.grpc.port of',
  ],
])('1.%i names fields of inlined structs %s', async (minor, volume, probe) => {
  const volumes = { containers: [container], volumes: [{ name: 'v', secret: [] }] };
  const probes = { containers: [{ ...container, livenessProbe: { grpc: { port: 'x' } } }] };
  const messages = [];
  for (const spec of [volumes, probes]) {
    const body = { metadata: { name: 'j' }, spec };
    messages.push(messageOf(await ask(minor, 'POST', `${core}/pods`, { body })));
  }
  expect(messages).toEqual([expect.stringContaining(volume), expect.stringContaining(probe)]);
});

it.each([
  [32, false],
  [33, true],
])('1.%i writes that rules of autoscalers have no tolerance: %s', async (minor, isWritten) => {
  const path = (version: string): string =>
    `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`;
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
  const behavior = { scaleDown: { stabilizationWindowSeconds: 60 } };
  const body = { metadata: { name: 'h' }, spec: { scaleTargetRef, maxReplicas: 3, behavior } };
  await ask(minor, 'POST', path('v2'), { body });
  const read = await ask(minor, 'GET', `${path('v1')}/h`);
  const text = read.body.metadata.annotations['autoscaling.alpha.kubernetes.io/behavior'];
  expect(text.includes('"Tolerance":null')).toBe(isWritten);
});

it.each([
  [28, ['spec']],
  [29, ['metadata', 'spec']],
  [31, ['metadata', 'spec']],
  [32, ['spec']],
])('1.%i refuses for %j to change a pod of another class than it says', async (minor, fields) => {
  const asks = { ...container, resources: { requests: { cpu: '1' } } };
  const status = { qosClass: 'BestEffort' };
  const body = { metadata: { name: 'q' }, spec: { containers: [asks] }, status };
  await ask(minor, 'POST', `${core}/pods`, { body });
  const sent = { body: { spec: { schedulerName: 'other' } }, headers: merge };
  const { body: refused } = await ask(minor, 'PATCH', `${core}/pods/q`, sent);
  const causes = refused.details.causes as readonly { readonly field: string }[];
  expect(causes.map(({ field }) => field)).toEqual(fields);
});

it.each([
  [26, 'Deployment.extensions'],
  [27, 'Deployment.apps'],
])('1.%i refuses a deployment as %s', async (minor, named) => {
  const body = { metadata: { name: 'd' }, spec: {} };
  const refused = await ask(minor, 'POST', '/apis/apps/v1/namespaces/default/deployments', {
    body,
  });
  expect(messageOf(refused)).toContain(`${named} "d" is invalid`);
});

it.each([
  [26, 'text/plain; charset=utf-8', 404],
  [27, 'application/json', 200],
])(
  '1.%i sends version 3 of OpenAPI as %s, and that of API services: %i',
  async (minor, type, status) => {
    const list = await ask(minor, 'GET', '/openapi/v3');
    expect(list.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const one = await ask(minor, 'GET', '/openapi/v3/apis/apps/v1');
    expect(one.headers.get('content-type')).toBe(type);
    const services = await ask(minor, 'GET', '/openapi/v3/apis/apiregistration.k8s.io/v1');
    expect(services.status).toBe(status);
  },
);

it('1.26 answers as an API to what its group for reviews does not have', async () => {
  const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
  const { status, body } = await ask(26, 'POST', path, { body: {} });
  expect([status, body.reason]).toEqual([404, 'NotFound']);
});
