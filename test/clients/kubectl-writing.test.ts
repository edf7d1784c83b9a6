/** What kubectl changes: create, apply, edit, patch, label, delete, and who owns which field. */
import { afterAll, beforeAll, describe } from 'vitest';
import { describeEachKubectl, itTakes, Kubectl, row, type Step } from './support/kubectl.ts';
import { agent, palette } from './support/manifests.ts';
import { serve, serveTimeoutMs, type Served } from './support/serve.ts';

const blue = palette('colours', { b: 'blue' });
const green = palette('colours', { b: 'blue', g: 'green' });
const red = palette('colours', { r: 'red' });
const shade = palette('shade', { b: 'blue' });
const otherShade = palette('shade', { b: 'navy' });
/** Applied on the server, and still a client's business to check. */
const mistyped = JSON.stringify({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'mistyped' },
  dota: { a: 'b' },
});

const creation: readonly Step[] = [
  { run: 'create -f -', stdin: blue, prints: 'configmap/colours created\n' },
  {
    run: 'create -f - --save-config',
    stdin: blue,
    code: 1,
    warns: /\(AlreadyExists\): .*configmaps "colours" already exists/,
  },
  { run: 'create -f -', stdin: mistyped, code: 1, warns: /unknown field "(?:dota|\.dota)"/ },
  { run: 'create -f - --validate=false', stdin: mistyped, prints: 'configmap/mistyped created\n' },
  {
    run: 'create -f -',
    stdin: '{"kind":"Gadget","apiVersion":"v1"}',
    code: 1,
    warns: /no matches for kind "Gadget" in version "v1"/,
  },
  {
    run: 'create -f -',
    stdin: palette('Not_A_Name', {}),
    code: 1,
    warns:
      /is invalid: metadata\.name: Invalid value: "Not_A_Name": a lowercase RFC 1123 subdomain/,
  },
  {
    run: 'create -f - --dry-run=server',
    stdin: palette('ghost', {}),
    prints: 'configmap/ghost created (server dry run)\n',
  },
  {
    run: 'create -f - --dry-run=client',
    stdin: palette('ghost', {}),
    prints: 'configmap/ghost created (dry run)\n',
  },
  { run: 'get cm ghost', code: 1, warns: /configmaps "ghost" not found/ },
  { run: 'replace -f -', stdin: red, prints: 'configmap/colours replaced\n' },
  {
    run: 'replace --force -f -',
    stdin: blue,
    prints: [/"colours" deleted/, /configmap\/colours replaced/],
  },
  { run: "get cm colours -o 'jsonpath={.data}'", prints: '{"b":"blue"}' },
  { run: 'create namespace NAMESPACE-second', prints: [/^namespace\/by-1-\d+-second created\n$/] },
  { run: 'create configmap words --from-literal=a=b', prints: 'configmap/words created\n' },
  {
    run: 'create secret generic sealed --from-literal=key=value',
    prints: 'secret/sealed created\n',
  },
  { run: "get secret sealed -o 'jsonpath={.type} {.data.key}'", prints: 'Opaque dmFsdWU=' },
  { run: 'create serviceaccount robot', prints: 'serviceaccount/robot created\n' },
  { run: 'create token robot', since: 24, prints: [/^\S{20,}\n?$/] },
  {
    run: 'create quota few --hard=pods=3,requests.cpu=2 --scopes=Terminating',
    prints: 'resourcequota/few created\n',
  },
  {
    run: "get quota few -o 'jsonpath={.spec}'",
    prints: '{"hard":{"pods":"3","requests.cpu":"2"},"scopes":["Terminating"]}',
  },
  { run: 'create quota odd --hard=bogus=1', code: 1, warns: /must be a standard resource/ },
  {
    run: 'create priorityclass NAMESPACE-high --value=1000',
    prints: [/^priorityclass\.scheduling\.k8s\.io\/\S+ created\n$/],
  },
  { run: 'create service clusterip shop --tcp=80:8080', prints: 'service/shop created\n' },
  {
    run: 'get service shop',
    prints: [row('shop', 'ClusterIP', /10\.\d+\.\d+\.\d+/, '<none>', '80/TCP', /\d+s/)],
  },
  { run: 'create service nodeport stall --tcp=81:8081', prints: 'service/stall created\n' },
  {
    run: 'get service stall',
    prints: [row('stall', 'NodePort', /10\.\d+\.\d+\.\d+/, '<none>', /81:3\d{4}\/TCP/, /\d+s/)],
  },
  {
    run: 'create poddisruptionbudget calm --selector=app=agent --min-available=1',
    prints: 'poddisruptionbudget.policy/calm created\n',
  },
  {
    run: 'create deployment web --image=example.com/web:1',
    prints: 'deployment.apps/web created\n',
  },
  { run: 'create job once --image=example.com/once:1', prints: 'job.batch/once created\n' },
  {
    run: "create cronjob nightly --image=example.com/nightly:1 --schedule='0 3 * * *'",
    prints: 'cronjob.batch/nightly created\n',
  },
  {
    run: 'create job tonight --from=cronjob/nightly',
    since: 21,
    because: 'kubectl 1.20 does not know the CronJobs of batch/v1, which the server prefers',
    prints: 'job.batch/tonight created\n',
  },
  {
    run: "get job tonight -o 'jsonpath={.metadata.annotations} {.metadata.ownerReferences[0].kind} {.spec.template.spec.containers[0].image}'",
    since: 21,
    because: 'it needs the job above',
    prints: '{"cronjob.kubernetes.io/instantiate":"manual"} CronJob example.com/nightly:1',
  },
];

const application: readonly Step[] = [
  { run: 'apply -f -', stdin: shade, prints: 'configmap/shade created\n' },
  { run: 'apply -f -', stdin: shade, prints: 'configmap/shade unchanged\n' },
  { run: 'apply view-last-applied cm shade -o json', prints: [/"b": "blue"/] },
  { run: 'diff -f -', stdin: shade, prints: '' },
  { run: 'diff -f -', stdin: otherShade, code: 1, prints: [/^- {2}b: blue$/m, /^\+ {2}b: navy$/m] },
  { run: "get cm shade -o 'jsonpath={.data.b}'", prints: 'blue' },
  {
    run: 'apply -f - --dry-run=server',
    stdin: otherShade,
    prints: 'configmap/shade configured (server dry run)\n',
  },
  { run: 'apply -f -', stdin: otherShade, prints: 'configmap/shade configured\n' },
  {
    run: 'apply -f -',
    stdin: palette('shade', { g: 'green' }),
    prints: 'configmap/shade configured\n',
  },
  // What the last version had and this one has not, goes.
  { run: "get cm shade -o 'jsonpath={.data}'", prints: '{"g":"green"}' },
  {
    run: 'apply -f - -o yaml',
    stdin: agent(),
    prints: [/^ {2}generation: 1$/m, /^ {4}type: RollingUpdate$/m],
  },
  { run: 'apply -f -', stdin: agent(), prints: 'daemonset.apps/agent unchanged\n' },
  {
    run: 'apply -f -',
    stdin: agent({ image: 'example.com/agent:2.0' }),
    prints: 'daemonset.apps/agent configured\n',
  },
  {
    run: 'apply -f -',
    stdin: mistyped.replace('mistyped', 'typo'),
    code: 1,
    warns: /unknown field "(?:dota|\.dota)"/,
  },
  {
    run: 'apply -f -',
    stdin: `${agent({ name: 'one' })}---\n${palette('two', {})}\n`,
    prints: 'daemonset.apps/one created\nconfigmap/two created\n',
  },
];

const ownership: readonly Step[] = [
  {
    run: 'apply --server-side -f -',
    stdin: palette('owned', { b: 'blue' }),
    prints: 'configmap/owned serverside-applied\n',
  },
  {
    run: 'apply --server-side --field-manager=other -f -',
    stdin: palette('owned', { b: 'navy' }),
    code: 1,
    warns: /Apply failed with 1 conflict: conflict with "kubectl"(?: using v1)?: \.data\.b/,
  },
  {
    run: 'apply --server-side --field-manager=other --force-conflicts -f -',
    stdin: palette('owned', { b: 'navy', g: 'green' }),
    prints: 'configmap/owned serverside-applied\n',
  },
  {
    run: "get cm owned -o 'jsonpath={.data} {.metadata.managedFields[*].manager}'",
    prints: [/^\{"b":"navy","g":"green"\} kubectl other$/],
  },
  {
    run: 'apply --server-side --field-manager=other -f -',
    stdin: palette('owned', { b: 'navy' }),
    prints: [/serverside-applied/],
  },
  // What its only owner no longer asks for, goes.
  { run: "get cm owned -o 'jsonpath={.data}'", prints: '{"b":"navy"}' },
  {
    run: 'apply --server-side -f -',
    stdin: agent({ name: 'aside' }),
    prints: 'daemonset.apps/aside serverside-applied\n',
  },
  {
    run: 'apply --server-side --force-conflicts -f -',
    stdin: agent({ name: 'aside', image: 'example.com/agent:3.0' }),
    prints: 'daemonset.apps/aside serverside-applied\n',
  },
  {
    run: "get ds aside -o 'jsonpath={.spec.template.spec.containers[*].image}'",
    prints: 'example.com/agent:3.0',
  },
  {
    run: 'diff --server-side -f -',
    stdin: agent({ name: 'aside', image: 'example.com/agent:3.0' }),
    prints: '',
  },
  {
    run: 'diff --server-side -f -',
    stdin: agent({ name: 'aside', image: 'example.com/agent:4.0' }),
    code: 1,
    prints: [/^- .*image: example\.com\/agent:3\.0$/m, /^\+ .*image: example\.com\/agent:4\.0$/m],
  },
];

const alteration: readonly Step[] = [
  { run: 'apply -f -', stdin: green, prints: [/configmap\/colours configured/] },
  { run: 'edit cm colours', prints: 'configmap/colours edited\n' },
  { run: "get cm colours -o 'jsonpath={.data}'", prints: '{"b":"azure","g":"green"}' },
  // The editor finds nothing to change any more.
  { run: 'edit cm colours', prints: '', warns: /^Edit cancelled, no changes made\.$/m },
  { run: `patch cm colours -p '{"data":{"y":"yellow"}}'`, prints: 'configmap/colours patched\n' },
  {
    run: `patch cm colours -p '{"data":{"y":"yellow"}}'`,
    prints: 'configmap/colours patched (no change)\n',
  },
  {
    run: `patch cm colours --type=merge -p '{"data":{"g":null}}'`,
    prints: 'configmap/colours patched\n',
  },
  {
    run: `patch cm colours --type=json -p '[{"op":"test","path":"/data/y","value":"yellow"},{"op":"remove","path":"/data/y"}]'`,
    prints: 'configmap/colours patched\n',
  },
  {
    run: `patch cm colours --type=json -p '[{"op":"remove","path":"/data/y"}]'`,
    code: 1,
    warns: /the server rejected our request due to an error in our request|The request is invalid/,
  },
  { run: "get cm colours -o 'jsonpath={.data}'", prints: '{"b":"azure"}' },
  {
    run: `patch ds agent -p '{"spec":{"template":{"spec":{"containers":[{"name":"side","image":"example.com/side:1"}]}}}}'`,
    prints: 'daemonset.apps/agent patched\n',
  },
  {
    run: "get ds agent -o 'jsonpath={.spec.template.spec.containers[*].name}'",
    prints: 'side agent',
  },
  {
    run: `patch node node-1 --subresource=status -p '{"status":{"capacity":{"example.com/gadget":"2"}}}'`,
    since: 24,
    prints: 'node/node-1 patched\n',
  },
  { run: 'label cm colours tone=cold', prints: 'configmap/colours labeled\n' },
  {
    run: 'label cm colours tone=warm',
    code: 1,
    warns: /already has a value \(cold\), and --overwrite is false/,
  },
  { run: 'label cm colours tone=warm --overwrite', prints: 'configmap/colours labeled\n' },
  { run: 'label cm colours tone=warm --overwrite', prints: 'configmap/colours not labeled\n' },
  {
    run: 'label cm --all seen=yes',
    prints: [/configmap\/colours labeled/, /configmap\/words labeled/],
  },
  { run: 'label cm colours --list', prints: [/^tone=warm$/m, /^seen=yes$/m] },
  { run: 'label cm colours tone-', prints: [/^configmap\/colours (?:labeled|unlabeled)\n$/] },
  {
    run: "label cm colours tone='-not-valid-'",
    code: 1,
    warns: /a valid label must be|a valid label value must|invalid label value/,
  },
  { run: 'annotate cm colours note=first', prints: [/^configmap\/colours annotated?\n$/] },
  {
    run: 'annotate cm colours note=second --overwrite',
    prints: [/^configmap\/colours annotated?\n$/],
  },
  { run: "get cm colours -o 'jsonpath={.metadata.annotations.note}'", prints: 'second' },
  { run: 'annotate cm colours note-', prints: [/^configmap\/colours annotated?\n$/] },
  {
    run: 'set image ds/agent agent=example.com/agent:5.0',
    prints: 'daemonset.apps/agent image updated\n',
  },
  { run: 'set env ds/agent COLOUR=red', prints: 'daemonset.apps/agent env updated\n' },
  { run: 'set env ds/agent --list', prints: [/^COLOUR=red$/m] },
  {
    run: 'set resources ds/agent -c=agent --requests=cpu=100m',
    prints: 'daemonset.apps/agent resource requirements updated\n',
  },
  {
    run: "get ds agent -o 'jsonpath={.spec.template.spec.containers[1].resources}'",
    prints: '{"requests":{"cpu":"100m"}}',
  },
  {
    run: 'set serviceaccount ds/agent robot',
    prints: 'daemonset.apps/agent serviceaccount updated\n',
  },
];

const removal: readonly Step[] = [
  { run: 'delete cm colours', prints: [/^configmap "colours" deleted(?: from \S+ namespace)?\n$/] },
  { run: 'delete cm colours', code: 1, warns: /configmaps "colours" not found/ },
  { run: 'delete cm colours --ignore-not-found', prints: '' },
  { run: 'delete -f -', stdin: shade, prints: [/^configmap "shade" deleted/] },
  {
    run: 'delete cm words --dry-run=server',
    prints: [/^configmap "words" deleted \(server dry run\)/],
  },
  { run: 'delete cm -l app=palette -o name', prints: [/configmap\/owned/, /configmap\/two/] },
  { run: 'get cm -l app=palette -o name', prints: '' },
  { run: 'delete cm --all', prints: [/"words" deleted/, /"mistyped" deleted/] },
  // The three ways to treat what the deleted object owns.
  { run: 'apply -f -', stdin: agent({ name: 'fore' }), prints: [/created/] },
  { run: 'rollout status ds fore', prints: [/successfully rolled out/] },
  { run: 'delete ds fore --cascade=foreground', prints: [/^daemonset\.apps "fore" deleted/] },
  { run: 'get pods -l app=fore -o name', prints: '' },
  { run: 'apply -f -', stdin: agent({ name: 'back' }), prints: [/created/] },
  { run: 'rollout status ds back', prints: [/successfully rolled out/] },
  { run: 'delete ds back --cascade=background', prints: [/^daemonset\.apps "back" deleted/] },
  { run: 'get pods -l app=back -o name', prints: '', eventually: true },
  { run: 'apply -f -', stdin: agent({ name: 'orphans' }), prints: [/created/] },
  { run: 'rollout status ds orphans', prints: [/successfully rolled out/] },
  { run: 'delete ds orphans --cascade=orphan', prints: [/^daemonset\.apps "orphans" deleted/] },
  {
    run: "get pods -l app=orphans -o 'jsonpath={.items[*].status.phase}{.items[*].metadata.ownerReferences}'",
    prints: 'Running Running',
  },
  { run: 'delete pods -l app=orphans --now', prints: [/(?:pod "orphans-\w{5}" deleted.*\n){2}/] },
  { run: 'run left --image=example.com/left:1', prints: 'pod/left created\n' },
  {
    run: 'delete pod left --grace-period=0 --force',
    prints: [/^pod "left" (?:force )?deleted/],
    warns: /Immediate deletion does not wait/,
  },
  {
    run: 'delete namespace NAMESPACE-second --wait=false',
    prints: [/^namespace "\S+-second" deleted\n$/],
  },
  {
    run: 'delete namespace default',
    code: 1,
    warns: /namespaces "default" is forbidden: this namespace may not be deleted/,
  },
];

let served: Served;
beforeAll(async () => {
  served = await serve('--nodes', '2');
}, serveTimeoutMs);
afterAll(() => served.stop(), serveTimeoutMs);

describeEachKubectl((tool) => {
  let kubectl: Kubectl;
  beforeAll(async () => {
    const editor = { KUBE_EDITOR: 'sed -i s/blue/azure/' };
    kubectl = await new Kubectl(tool, served, editor).prepare();
  }, serveTimeoutMs);

  describe('create and replace', () => itTakes(tool, () => kubectl, creation));
  describe('apply and diff', () => itTakes(tool, () => kubectl, application));
  describe('apply --server-side', () => itTakes(tool, () => kubectl, ownership));
  describe('edit, patch, label, annotate, set', () => itTakes(tool, () => kubectl, alteration));
  describe('delete', () => itTakes(tool, () => kubectl, removal));
});
