/** What kubectl does to work that runs: roll, scale, schedule, count, wait. */
import { afterAll, beforeAll, describe } from 'vitest';
import { age, describeEachKubectl, itTakes, Kubectl, row, type Step } from './support/kubectl.ts';
import { agent, minutely, once } from './support/manifests.ts';
import { serve, serveTimeoutMs, type Served } from './support/serve.ts';

const images = "get pods -l app=agent -o 'jsonpath={.items[*].spec.containers[0].image}'";

const daemonSet: readonly Step[] = [
  { run: 'apply -f -', stdin: agent(), prints: 'daemonset.apps/agent created\n' },
  {
    run: 'rollout status daemonset/agent',
    prints: [/daemon set "agent" successfully rolled out\n$/],
  },
  {
    run: 'rollout history ds/agent',
    prints: [/^daemonset\.apps\/agent/, row('1', '<none>')],
    hides: /^2/m,
  },
  { run: 'annotate ds agent kubernetes.io/change-cause=second', prints: [/annotated?/] },
  { run: 'set image ds/agent agent=example.com/agent:2.0', prints: [/image updated/] },
  { run: 'rollout status ds agent --timeout=20s', prints: [/successfully rolled out/] },
  { run: images, prints: 'example.com/agent:2.0 example.com/agent:2.0' },
  {
    run: 'rollout history ds agent',
    prints: [row('1', /\S+/), row('2', 'second')],
    eventually: true,
  },
  { run: 'rollout history ds agent --revision=1', prints: [/Image:\s+example\.com\/agent:1\.0/] },
  {
    run: 'get controllerrevisions -l app=agent',
    prints: [
      row(/agent-\w+/, 'daemonset.apps/agent', '1', age),
      row(/agent-\w+/, 'daemonset.apps/agent', '2', age),
    ],
  },
  { run: 'rollout undo ds agent', prints: [/^daemonset\.apps\/agent rolled back\n$/] },
  { run: 'rollout status ds agent', prints: [/successfully rolled out/] },
  { run: images, prints: 'example.com/agent:1.0 example.com/agent:1.0' },
  // The first template is in use again: its revision is the newest now.
  {
    run: 'rollout history ds agent',
    prints: [row('2', /\S+/), row('3', /\S+/)],
    hides: /^1 /m,
    eventually: true,
  },
  { run: 'rollout undo ds agent --to-revision=2', prints: [/rolled back/] },
  { run: 'rollout status ds agent', prints: [/successfully rolled out/] },
  { run: images, prints: 'example.com/agent:2.0 example.com/agent:2.0' },
  {
    run: 'rollout undo ds agent --to-revision=9',
    code: 1,
    warns: /unable to find specified revision 9 in history/,
  },
  { run: 'rollout restart ds agent', prints: 'daemonset.apps/agent restarted\n' },
  { run: 'rollout status ds agent', prints: [/successfully rolled out/] },
  {
    run: "get ds agent -o 'jsonpath={.spec.template.metadata.annotations}'",
    prints: [/"kubectl\.kubernetes\.io\/restartedAt":"20/],
  },
  {
    run: 'rollout pause ds agent',
    code: 1,
    warns: /daemonsets\.apps "agent" pausing is not supported/,
  },
  {
    run: 'scale ds agent --replicas=2',
    code: 1,
    warns: /could not find the requested resource|cannot scale/,
  },
];

const imagesOfWeb =
  "get pods -l app=web --field-selector=status.phase=Running -o 'jsonpath={.items[*].spec.containers[0].image}'";

const deployment: readonly Step[] = [
  {
    run: 'create deployment web --image=example.com/web:1',
    prints: 'deployment.apps/web created\n',
  },
  { run: 'scale deployment web --replicas=3', prints: 'deployment.apps/web scaled\n' },
  {
    run: 'scale deploy/web --current-replicas=2 --replicas=4',
    code: 1,
    warns: /Expected replicas to be 2, was 3/,
  },
  { run: 'rollout status deployment/web', prints: [/^deployment "web" successfully rolled out$/m] },
  {
    run: 'wait deploy/web --for=condition=Available',
    prints: 'deployment.apps/web condition met\n',
  },
  { run: 'get deploy web', prints: [row('web', '3/3', '3', '3', age)] },
  { run: 'get rs -l app=web', prints: [row(/web-\w+/, '3', '3', '3', age)] },
  { run: 'scale deploy web --replicas=2', prints: 'deployment.apps/web scaled\n' },
  {
    run: 'set image deploy/web web=example.com/web:2',
    prints: 'deployment.apps/web image updated\n',
  },
  {
    run: 'rollout status deploy web --timeout=20s',
    prints: [
      /Waiting for deployment "web" rollout to finish: /,
      /"web" successfully rolled out\n$/,
    ],
  },
  { run: imagesOfWeb, prints: 'example.com/web:2 example.com/web:2', eventually: true },
  { run: 'rollout history deploy web', prints: [row('1', '<none>'), row('2', '<none>')] },
  { run: 'rollout history deploy web --revision=1', prints: [/Image:\s+example\.com\/web:1/] },
  { run: 'rollout undo deploy web', prints: 'deployment.apps/web rolled back\n' },
  { run: 'rollout status deploy web', prints: [/successfully rolled out\n$/] },
  { run: imagesOfWeb, prints: 'example.com/web:1 example.com/web:1', eventually: true },
  {
    run: 'rollout history deploy web',
    prints: [row('2', '<none>'), row('3', '<none>')],
    hides: /^1 /m,
  },
  {
    run: 'describe deploy web',
    prints: [
      /^Replicas: +2 desired \| 2 updated/m,
      /^RollingUpdateStrategy: +25% max unavailable, 25% max surge/m,
      /^NewReplicaSet: +web-\w+ \(2\/2 replicas created\)/m,
      /Normal +ScalingReplicaSet +\S+ +deployment-controller +Scaled up replica set web-\w+ to 1/,
    ],
  },
  { run: 'rollout pause deploy web', prints: 'deployment.apps/web paused\n' },
  { run: 'rollout pause deploy web', code: 1, warns: /"web" is already paused/ },
  { run: 'rollout undo deploy web', code: 1, warns: /cannot rollback a paused deployment/ },
  { run: 'rollout restart deploy web', code: 1, warns: /can't restart paused deployment/ },
  { run: 'rollout resume deploy web', prints: 'deployment.apps/web resumed\n' },
  { run: 'rollout restart deploy web', prints: 'deployment.apps/web restarted\n' },
  { run: 'rollout status deploy web', prints: [/successfully rolled out\n$/] },
  { run: 'expose deployment web --port=80', prints: 'service/web exposed\n' },
  {
    run: 'get endpoints web',
    prints: [row('web', /10\.[\d.]+:80,10\.[\d.]+:80/, age)],
    eventually: true,
  },
  {
    run: 'autoscale deployment web --min=2 --max=5 --cpu-percent=70',
    prints: 'horizontalpodautoscaler.autoscaling/web autoscaled\n',
  },
  {
    run: 'autoscale deployment none --max=5',
    code: 1,
    warns: /deployments\.apps "none" not found/,
  },
  {
    run: 'get hpa web',
    prints: [row('web', 'Deployment/web', /<unknown>\/70%/, '2', '5', /\d/, age)],
  },
  {
    run: 'describe hpa web',
    prints: [/^Reference: +Deployment\/web/m, /<unknown>/, /^Max replicas: +5/m],
  },
  {
    run: 'delete hpa,deploy web',
    prints: [/horizontalpodautoscaler\S* "web" deleted/, /deployment\S* "web" deleted/],
  },
  { run: 'get pods,rs -l app=web -o name', prints: '', eventually: true },
];

const job: readonly Step[] = [
  { run: 'create -f -', stdin: once(), prints: 'job.batch/once created\n' },
  {
    run: 'wait job/once --for=condition=complete --timeout=20s',
    prints: 'job.batch/once condition met\n',
  },
  { run: 'get job once', prints: [row('once', '1/1', age, age)] },
  { run: 'get pods -l job-name=once', prints: [row(/once-\w{5}/, '0/1', 'Completed', '0', age)] },
  {
    run: 'describe job once',
    prints: [
      /^Parallelism: +1/m,
      /^Pods Statuses: +0 (?:Active \(0 Ready\)|Active|Running) \/ 1 Succeeded \/ 0 Failed/m,
      /Normal +Completed +\S+ +job-controller +Job completed/,
    ],
  },
  { run: 'delete job once', prints: [/"once" deleted/] },
  { run: 'get pods -l job-name=once -o name', prints: '', eventually: true },
];

/** A namespace of its own: what is counted must be only what is here. */
const quota: readonly Step[] = [
  { run: 'create namespace NAMESPACE-full', prints: [/created/] },
  { run: 'create quota tight --hard=pods=1,configmaps=9 -n NAMESPACE-full', prints: [/created/] },
  {
    run: 'run one --image=example.com/one:1 -n NAMESPACE-full',
    prints: 'pod/one created\n',
    eventually: true,
  },
  {
    run: 'describe quota tight -n NAMESPACE-full',
    prints: [row('pods', '1', '1')],
    eventually: true,
  },
  {
    run: 'run two --image=example.com/two:1 -n NAMESPACE-full',
    code: 1,
    warns:
      /pods "two" is forbidden: exceeded quota: tight, requested: pods=1, used: pods=1, limited: pods=1/,
  },
  { run: 'delete pod one -n NAMESPACE-full --now', prints: [/deleted/] },
  {
    run: 'get quota tight -n NAMESPACE-full',
    prints: [/configmaps: \d\/9, pods: 0\/1/],
    eventually: true,
  },
  { run: 'delete namespace NAMESPACE-full', prints: [/^namespace "by-1-\d+-full" deleted/] },
  { run: 'get namespace NAMESPACE-full', code: 1, warns: /namespaces "by-1-\d+-full" not found/ },
];

const waiting: readonly Step[] = [
  {
    run: 'run loose --image=example.com/loose:1 --labels=app=loose',
    prints: 'pod/loose created\n',
  },
  {
    run: 'wait pod/loose --for=condition=Ready --timeout=20s',
    prints: 'pod/loose condition met\n',
  },
  {
    run: 'wait pods -l app=agent --for=condition=Ready --timeout=20s',
    prints: [/^(?:pod\/agent-\w{5} condition met\n){2}$/],
  },
  {
    run: "wait pod/loose --for='jsonpath={.status.phase}=Running' --timeout=20s",
    since: 23,
    prints: 'pod/loose condition met\n',
  },
  {
    run: 'wait pod/loose --for=condition=Bogus --timeout=1s',
    code: 1,
    warns: /timed out waiting for the condition on pods\/loose/,
  },
  {
    run: 'wait node --all --for=condition=Ready',
    prints: 'node/node-1 condition met\nnode/node-2 condition met\n',
  },
  {
    run: 'wait pod/loose --for=delete --timeout=1s',
    code: 1,
    warns: /timed out waiting for the condition on pods\/loose/,
  },
  {
    run: 'logs loose',
    prints: [/container loose started, image example\.com\/loose:1: simulated/],
  },
  { run: 'logs -l app=loose --tail=1', prints: [/^.*simulated.*\n$/] },
  { run: 'logs loose -c none', code: 1, warns: /container none is not valid for pod loose/ },
  { run: 'exec loose -- ls', code: 1, warns: /containers are simulated/ },
  { run: 'attach loose', code: 1, warns: /containers are simulated/ },
  { run: 'port-forward loose :80', code: 1, warns: /pods are simulated/ },
];

/** The minute passes only by a request, for clients as for all others. */
const schedule: readonly Step[] = [
  { run: 'create -f -', stdin: minutely(), prints: 'cronjob.batch/minutely created\n' },
  { run: 'get cj minutely', prints: [row('minutely', '* * * * *', 'False', '0', '<none>', age)] },
  {
    run: 'create --raw /orrery/v1/clock/advance -f -',
    stdin: '{"seconds":60}',
    prints: [/^\{"now":"2/],
  },
  { run: 'get cj minutely', prints: [row('minutely', '* * * * *', 'False', /\d/, age, age)] },
  { run: 'get jobs', prints: [row(/minutely-\d{8}/, /\d\/1/, /\S*/, age)], eventually: true },
  {
    run: 'get events',
    prints: [/SuccessfulCreate +cronjob\/minutely +Created job minutely-\d{8}/],
  },
  {
    run: 'describe cj minutely',
    prints: [/^Last Schedule Time: +\S/m, /^Schedule: +\* \* \* \* \*/m],
  },
  {
    run: `patch cj minutely -p '{"spec":{"suspend":true}}'`,
    prints: 'cronjob.batch/minutely patched\n',
  },
  { run: 'get cj', prints: [row('minutely', '* * * * *', 'True', /\d/, age, age)] },
  { run: 'delete cj minutely', prints: [/"minutely" deleted/] },
  // The garbage collector takes what the schedule made.
  { run: 'get jobs', prints: [/^/], hides: /minutely/, eventually: true },
];

let served: Served;
beforeAll(async () => {
  served = await serve('--nodes', '2');
}, serveTimeoutMs);
afterAll(() => served.stop(), serveTimeoutMs);

describeEachKubectl((tool) => {
  let kubectl: Kubectl;
  beforeAll(async () => {
    kubectl = await new Kubectl(tool, served).prepare();
  }, serveTimeoutMs);

  describe('a DaemonSet', () => itTakes(tool, () => kubectl, daemonSet));
  describe('a Deployment', () => itTakes(tool, () => kubectl, deployment));
  describe('a Job', () => itTakes(tool, () => kubectl, job));
  describe('a quota, and the end of a namespace', () => itTakes(tool, () => kubectl, quota));
  describe('wait, and a pod that runs nothing', () => itTakes(tool, () => kubectl, waiting));
  describe('a schedule', () => itTakes(tool, () => kubectl, schedule));
});
