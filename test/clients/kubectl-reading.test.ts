/** What kubectl shows: tables, descriptions, explanations, access. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  age,
  describeEachKubectl,
  itTakes,
  Kubectl,
  row,
  stepTimeoutMs,
  type Step,
} from './support/kubectl.ts';
import { agent, palette } from './support/manifests.ts';
import { serve, serveTimeoutMs, type Served } from './support/serve.ts';

const pod = /pod\/agent-[a-z0-9]{5}/;

const surroundings: readonly Step[] = [
  { run: 'version', prints: [/Server Version: .*v1\.24\.\d+/] },
  { run: 'cluster-info', prints: [/control plane.* is running at .*https:\/\/127\.0\.0\.1:\d+/] },
  { run: 'api-versions', prints: [/^apps\/v1$/m, /^autoscaling\/v2$/m, /^v1$/m] },
  {
    run: 'api-resources',
    prints: [
      row('daemonsets', 'ds', 'apps/v1', 'true', 'DaemonSet'),
      row('nodes', 'no', 'v1', 'false', 'Node'),
      row('horizontalpodautoscalers', 'hpa', 'autoscaling/v2', 'true', 'HorizontalPodAutoscaler'),
      row('cronjobs', 'cj', 'batch/v1', 'true', 'CronJob'),
      row('resourcequotas', 'quota', 'v1', 'true', 'ResourceQuota'),
      row('endpoints', 'ep', 'v1', 'true', 'Endpoints'),
      row('runtimeclasses', 'node.k8s.io/v1', 'false', 'RuntimeClass'),
      row('events', 'ev', 'events.k8s.io/v1', 'true', 'Event'),
    ],
  },
  {
    run: 'api-resources --api-group=apps --namespaced -o wide',
    prints: [/^daemonsets .*\[?create[ ,]delete[ ,]deletecollection[ ,]get[ ,]list[ ,]patch/m],
    hides: /^pods /m,
  },
  {
    run: 'api-resources --verbs=list -o name',
    prints: [/^daemonsets\.apps$/m],
    hides: /^bindings/m,
  },
  { run: 'get --raw /readyz', prints: 'ok' },
];

const tables: readonly Step[] = [
  {
    run: 'get daemonsets',
    eventually: true,
    prints: [
      row('NAME', 'DESIRED', 'CURRENT', 'READY', 'UP-TO-DATE', 'AVAILABLE', 'NODE SELECTOR', 'AGE'),
      row('agent', '3', '3', '3', '3', '3', '<none>', age),
    ],
  },
  {
    run: 'get ds agent -o wide',
    prints: [
      /CONTAINERS +IMAGES +SELECTOR *$/m,
      row(
        'agent',
        '3',
        '3',
        '3',
        '3',
        '3',
        '<none>',
        age,
        'agent',
        'example.com/agent:1.0',
        'app=agent',
      ),
    ],
  },
  {
    run: 'get pods -l app=agent -o wide',
    prints: [
      /^NAME +READY +STATUS +RESTARTS +AGE +IP +NODE +NOMINATED NODE +READINESS GATES *$/m,
      row(
        /agent-\w{5}/,
        '1/1',
        'Running',
        '0',
        age,
        /10\.\d+\.\d+\.\d+/,
        'node-1',
        '<none>',
        '<none>',
      ),
      / node-2 /,
      / node-3 /,
    ],
  },
  { run: 'get pods -l app!=agent', prints: '', warns: /No resources found in by-1-\d+ namespace/ },
  {
    run: 'get pods --field-selector spec.nodeName=node-2 --no-headers -o name',
    prints: [/^pod\/agent-\w{5}\n$/],
  },
  { run: 'get pods -A --show-labels', prints: [/^NAMESPACE /, /controller-revision-hash=\w+,/] },
  {
    run: 'get nodes -o wide',
    prints: [
      row('NAME', 'STATUS', 'ROLES', 'AGE', 'VERSION', 'INTERNAL-IP', /.*/, 'CONTAINER-RUNTIME'),
      row('node-1', 'Ready', '<none>', age, /v1\.24\.\d+/, /\d+\.\d+\.\d+\.\d+/, /.*/, /\S+/),
    ],
  },
  { run: 'get all', prints: [row(pod, '1/1', 'Running', '0', age), /^daemonset\.apps\/agent /m] },
  {
    run: 'get configmaps --sort-by=.data.b',
    prints: [/^NAME +DATA +AGE\n/, row('colours', '2', age)],
  },
  {
    run: 'get ns,configmaps',
    prints: [row('namespace/default', 'Active', age), row('configmap/colours', '2', age)],
  },
  {
    run: 'get configmap colours -o yaml',
    prints: [/^apiVersion: v1\ndata:\n {2}b: blue\n {2}r: red\nkind: ConfigMap/],
  },
  { run: 'get configmap colours -o json', prints: [/"data": \{\n {8}"b": "blue",/] },
  { run: 'get cm/colours -o name', prints: 'configmap/colours\n' },
  { run: "get cm colours -o 'jsonpath={.data.r}'", prints: 'red' },
  {
    run: 'get cm colours -o custom-columns=N:.metadata.name,B:.data.b',
    prints: [row('N', 'B'), row('colours', 'blue')],
  },
  { run: "get cm colours -o 'go-template={{.data.b}}'", prints: 'blue' },
  { run: 'get pods --chunk-size=1 -o name', prints: [/^(?:pod\/agent-\w{5}\n){3}$/] },
  {
    run: 'get ds none',
    code: 1,
    warns: /^Error from server \(NotFound\): daemonsets\.apps "none" not found$/m,
  },
  { run: 'get ds none --ignore-not-found', prints: '' },
  { run: 'get gadgets', code: 1, warns: /the server doesn't have a resource type "gadgets"/ },
  { run: 'get pods -l a=b=c', code: 1, warns: /unable to parse requirement|found '=', expected/ },
];

const descriptions: readonly Step[] = [
  {
    run: 'describe ds agent',
    eventually: true,
    prints: [
      row('Name:', 'agent'),
      row('Selector:', 'app=agent'),
      row('Desired Number of Nodes Scheduled:', '3'),
      row('Number of Nodes Scheduled with Available Pods:', '3'),
      row('Pods Status:', '3 Running / 0 Waiting / 0 Succeeded / 0 Failed'),
      row('Image:', 'example.com/agent:1.0'),
      /Normal +SuccessfulCreate +\S+ +daemonset-controller +Created pod: agent-\w{5}/,
    ],
  },
  {
    run: 'describe pods -l app=agent',
    prints: [
      /^Node: +node-1\/\d+/m,
      /^Controlled By: +DaemonSet\/agent/m,
      /^ {2}Ready +True/m,
      /^QoS Class: +BestEffort/m,
      /node\.kubernetes\.io\/unreachable:NoExecute op=Exists/,
      /Normal +Scheduled +\S+ +default-scheduler +Successfully assigned/,
    ],
  },
  {
    run: 'describe node node-1',
    prints: [
      /^Taints: +<none>/m,
      /^Unschedulable: +false/m,
      /HolderIdentity: +node-1/,
      /^ {2}Ready +True .* KubeletReady/m,
      /^ {2}pods: +110/m,
      /^ {2}by-1-\d+ +agent-\w{5} +0 \(0%\)/m,
    ],
  },
  { run: 'describe cm colours', prints: [/^b:\n----\nblue/m] },
  { run: 'describe ns default', prints: [row('Name:', 'default'), row('Status:', 'Active')] },
  { run: 'describe ds none', code: 1, warns: /daemonsets\.apps "none" not found/ },
  {
    run: 'get events --field-selector involvedObject.kind=DaemonSet',
    prints: [
      row('LAST SEEN', 'TYPE', 'REASON', 'OBJECT', 'MESSAGE'),
      row(age, 'Normal', 'SuccessfulCreate', 'daemonset/agent', /Created pod: agent-\w{5}/),
    ],
    hides: /pod\//,
  },
  {
    run: 'events --for daemonset/agent',
    since: 23,
    prints: [row(age, 'Normal', 'SuccessfulCreate', 'DaemonSet/agent', /Created pod: agent-\w{5}/)],
    hides: /Pod\//,
  },
  { run: 'events --types=Warning', since: 23, prints: '', warns: /No events found/ },
];

const explanations: readonly Step[] = [
  {
    run: 'explain daemonset',
    prints: [/KIND: +DaemonSet/, /VERSION: +(?:apps\/)?v1/, /FIELDS:/, /^ +spec\t</m],
  },
  {
    run: 'explain ds.spec.updateStrategy.rollingUpdate',
    prints: [/maxSurge\t</, /maxUnavailable\t</],
  },
  {
    run: 'explain cronjob.spec.schedule',
    prints: [/FIELD: +schedule <string>/, /DESCRIPTION:\n +\S/],
  },
  { run: 'explain hpa --recursive', prints: [/scaleTargetRef\t</, /averageUtilization\t</] },
  {
    run: 'explain hpa.spec --api-version=autoscaling/v1',
    prints: [/targetCPUUtilizationPercentage\t<integer>/],
  },
  { run: 'explain ds.spec.bogus', code: 1, warns: /field "bogus" does not exist/ },
];

const access: readonly Step[] = [
  { run: 'auth can-i create pods', prints: 'yes\n' },
  { run: "auth can-i '*' '*'", prints: 'yes\n' },
  { run: 'auth can-i --list', prints: [/^\*\.\* +\[\] +\[\] +\[\*\]/m] },
  { run: 'auth can-i list nodes --as=jane', code: 1, prints: 'no\n' },
  {
    run: 'get pods --as=jane',
    code: 1,
    warns: /\(Forbidden\): pods is forbidden: User "jane" cannot list resource "pods"/,
  },
  {
    run: 'auth whoami',
    since: 26,
    code: 1,
    // As it says to a v1.24 that is real.
    warns: /the selfsubjectreviews API is not enabled in the cluster/,
  },
];

const usage: readonly Step[] = [
  {
    run: 'top nodes',
    eventually: true,
    prints: [
      row('NAME', 'CPU(cores)', /CPU.*%.*/, 'MEMORY(bytes)', /MEMORY.*%.*/),
      row('node-1', /\d+m/, /\d+%/, /\d+Mi/, /\d+%/),
    ],
  },
  {
    run: 'top pods -l app=agent',
    prints: [row('NAME', 'CPU(cores)', 'MEMORY(bytes)'), row(/agent-\w{5}/, '40m', '64Mi')],
  },
  { run: 'top pods --containers', prints: [row(/agent-\w{5}/, 'agent', '40m', '64Mi')] },
  { run: 'top pod none', code: 1, warns: /\(NotFound\): .*"none" not found/ },
];

let served: Served;
beforeAll(async () => {
  served = await serve('--nodes', '3');
}, serveTimeoutMs);
afterAll(() => served.stop(), serveTimeoutMs);

describeEachKubectl((tool) => {
  let kubectl: Kubectl;
  beforeAll(async () => {
    kubectl = await new Kubectl(tool, served).prepare();
    await kubectl.read('create -f -', agent());
    await kubectl.read('create -f -', palette('colours', { r: 'red', b: 'blue' }));
  }, serveTimeoutMs);

  describe('surroundings', () => itTakes(tool, () => kubectl, surroundings));
  describe('get', () => itTakes(tool, () => kubectl, tables));
  describe('describe and events', () => itTakes(tool, () => kubectl, descriptions));
  describe('explain', () => itTakes(tool, () => kubectl, explanations));
  describe('auth', () => itTakes(tool, () => kubectl, access));
  describe('top', () => itTakes(tool, () => kubectl, usage));

  describe('watch', () => {
    it(
      'get -w shows every change as it comes, then keeps running',
      async () => {
        const watch = kubectl.start('get configmaps -l app=palette -w --no-headers');
        await watch.untilPrinted(row('colours', '2', age));
        await kubectl.read('create -f -', palette('greys', { g: 'grey' }));
        await watch.untilPrinted(row('greys', '1', age));
        await kubectl.read(`patch cm greys -p '{"data":{"w":"white"}}'`);
        await watch.untilPrinted(row('greys', '2', age));
        const { stdout } = await watch.stop();
        expect(stdout.trim().split('\n')).toHaveLength(3);
      },
      stepTimeoutMs,
    );

    it(
      'get NAME -w -o name follows one object to its end',
      async () => {
        await kubectl.read('create configmap brief --from-literal=a=b');
        const watch = kubectl.start('get cm brief --watch --output-watch-events -o name');
        await watch.untilPrinted(/brief/);
        await kubectl.read('delete cm brief');
        await watch.untilPrinted(/(?:.*brief\n){2}/);
        await watch.stop();
      },
      stepTimeoutMs,
    );

    it(
      'get --watch-only tells nothing of what is there',
      async () => {
        const watch = kubectl.start('get cm --watch-only -o name');
        // What was there before would come first.
        await kubectl.read('create configmap probe --from-literal=a=b');
        let round = 0;
        while (!/probe/.test(watch.stdout) && round++ < 50)
          await kubectl.read(`annotate --overwrite cm probe round=${round}`);
        expect((await watch.stop()).stdout).toMatch(/^(?:configmap\/probe\n)+$/);
      },
      stepTimeoutMs,
    );
  });
});
