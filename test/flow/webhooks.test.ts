/** Webhooks in a whole control plane, driven by a scenario. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { pod, defaultProfile } from '#kinds';
import { readRecord, recordText } from '#record';
import { parseScenario } from '#scenario';
import { Run } from '#run';
import { played } from '../support/past.ts';
import { answer, patching, webhookServer, type WebhookServer } from '../support/webhook-server.ts';

let hooks: WebhookServer;
beforeEach(async () => (hooks = await webhookServer(['hook.default.svc'])));
afterEach(() => hooks.close());

const registry = new KindRegistry(defaultProfile);

/** A deployment whose pods a webhook changes. */
function scenario() {
  return parseScenario(
    `
until: 30s
cluster:
  nodes: 1
  webhookAddresses: ['default/hook:443=127.0.0.1:${hooks.port}']
steps:
  - at: 1s
    apply:
      apiVersion: admissionregistration.k8s.io/v1
      kind: MutatingWebhookConfiguration
      metadata: { name: sidecars }
      webhooks:
        - name: sidecars.example.com
          clientConfig:
            service: { namespace: default, name: hook, path: /pods }
            caBundle: ${hooks.caBundle}
          rules:
            - { operations: [CREATE], apiGroups: [''], apiVersions: [v1], resources: [pods] }
          sideEffects: None
          admissionReviewVersions: [v1]
  - at: 2s
    apply:
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: web }
      spec:
        replicas: 2
        selector: { matchLabels: { app: web } }
        template:
          metadata: { labels: { app: web } }
          spec: { containers: [{ name: web, image: web:1 }] }
`,
    'test.yaml',
    registry,
  );
}

it('change what controllers write, and why says so', async () => {
  const side = { name: 'side', image: 'side:1' };
  hooks.behaviours.set(
    '/pods',
    patching(
      { op: 'add', path: '/spec/containers/-', value: side },
      { op: 'add', path: '/metadata/annotations', value: { 'example.com/side': 'yes' } },
    ),
  );
  const { past, ask } = await played(scenario());
  const pods = past.list('pods', past.revision);
  expect(pods).toHaveLength(2);
  const [user] = hooks.asked.map(({ review }) => review.request['userInfo']);
  expect(user).toMatchObject({ username: 'system:kube-controller-manager' });
  const { name } = pods[0]!.metadata;
  for (const path of [
    'spec.containers[side].image',
    'spec.containers[1]',
    "metadata.annotations['example.com/side']",
  ]) {
    const told = ask(pod, name, path, 30);
    expect(told).toMatchObject({ webhook: 'sidecars.example.com' });
    expect(told.chain[0]).toMatchObject({ actor: 'replicaset-controller' });
  }
  expect(ask(pod, name, 'spec.containers[web].image', 30)).not.toHaveProperty('webhook');
});

it('are noted in the record of a run', async () => {
  hooks.behaviours.set('/pods', patching({ op: 'add', path: '/spec/hostname', value: 'h' }));
  const log = await Run.play(scenario());
  const read = readRecord([...recordText(log)].join(''), registry);
  const changes = [...read.past.changes()].flatMap(({ origin }) => origin.webhooks ?? []);
  const change = { webhook: 'sidecars.example.com', fields: ['spec.hostname'] };
  expect(changes).toEqual([change, change]);
});

it('deny what controllers write, which they try again', async () => {
  let denials = 0;
  hooks.behaviours.set('/pods', (asked) => answer({ allowed: ++denials > 1 })(asked));
  const { past } = await played(scenario());
  expect(past.list('pods', past.revision)).toHaveLength(2);
  expect(denials).toBeGreaterThan(2);
});
