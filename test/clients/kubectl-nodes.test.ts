/** What kubectl does to nodes, and what happens to the pods on them. */
import { afterAll, beforeAll, describe } from 'vitest';
import { age, describeEachKubectl, itTakes, Kubectl, row, type Step } from './support/kubectl.ts';
import { agent, guarded } from './support/manifests.ts';
import { serve, serveTimeoutMs, type Served } from './support/serve.ts';

const nodes: readonly Step[] = [
  { run: 'create -f -', stdin: agent(), prints: [/created/] },
  { run: 'rollout status ds agent', prints: [/successfully rolled out/] },

  { run: 'cordon node-1', prints: 'node/node-1 cordoned\n' },
  { run: 'cordon node-1', prints: 'node/node-1 already cordoned\n' },
  {
    run: 'get nodes',
    prints: [
      row('node-1', 'Ready,SchedulingDisabled', '<none>', age, /\S+/),
      row('node-2', 'Ready', '<none>', age, /\S+/),
    ],
  },
  {
    run: 'describe node node-1',
    prints: [/^Taints: +node\.kubernetes\.io\/unschedulable:NoSchedule/m],
    eventually: true,
  },
  // The node that is left is where a new pod goes.
  { run: 'run placed --image=example.com/placed:1', prints: 'pod/placed created\n' },
  {
    run: 'wait pod/placed --for=condition=Ready --timeout=20s',
    prints: 'pod/placed condition met\n',
  },
  { run: "get pod placed -o 'jsonpath={.spec.nodeName}'", prints: 'node-2' },
  {
    run: 'drain node-2',
    code: 1,
    warns: /cannot delete (?:cannot delete )?(?:DaemonSet-managed )?Pods/,
  },
  {
    run: 'drain node-2 --ignore-daemonsets',
    code: 1,
    warns: /cannot delete .*\(use --force to override\): by-1-\d+\/\w+/,
  },
  {
    run: 'drain node-2 --ignore-daemonsets --force',
    prints: [
      /^node\/node-2 already cordoned$/m,
      /^evicting pod by-1-\d+\/placed$/m,
      /^pod\/placed evicted$/m,
      /^node\/node-2 (?:drained|evicted)$/m,
    ],
  },
  { run: 'get pod placed', code: 1, warns: /pods "placed" not found/ },
  // A DaemonSet's pods stay where they are.
  { run: 'get pods -l app=agent -o name', prints: [/^(?:pod\/agent-\w{5}\n){2}$/] },
  { run: 'run homeless --image=example.com/homeless:1', prints: 'pod/homeless created\n' },
  { run: 'get pod homeless', prints: [row('homeless', '0/1', 'Pending', '0', age)] },
  {
    run: 'describe pod homeless',
    eventually: true,
    prints: [
      /Warning +FailedScheduling .* 0\/2 nodes are available: .*2 node\(s\) were unschedulable/,
    ],
  },
  { run: 'uncordon node-1', prints: 'node/node-1 uncordoned\n' },
  { run: 'uncordon node-2', prints: 'node/node-2 uncordoned\n' },
  {
    run: 'wait pod/homeless --for=condition=Ready --timeout=20s',
    prints: 'pod/homeless condition met\n',
  },
  { run: 'taint node node-1 duty=special:NoExecute', prints: 'node/node-1 tainted\n' },
  {
    run: 'taint node node-1 duty=special:NoExecute',
    code: 1,
    warns: /already has (?:a taint\(s\) with same effect|duty taint)/,
  },
  { run: 'get pods -l app=agent -o name', prints: [/^pod\/agent-\w{5}\n$/], eventually: true },
  {
    run: 'get ds agent',
    prints: [row('agent', '1', '1', '1', '1', '1', '<none>', age)],
    eventually: true,
  },
  { run: 'taint node node-1 duty-', prints: 'node/node-1 untainted\n' },
  {
    run: 'get ds agent',
    prints: [row('agent', '2', '2', '2', '2', '2', '<none>', age)],
    eventually: true,
  },
  { run: 'label node node-1 zone=a', prints: 'node/node-1 labeled\n' },
  {
    run: `patch ds agent -p '{"spec":{"template":{"spec":{"nodeSelector":{"zone":"a"}}}}}'`,
    prints: [/patched/],
  },
  {
    run: 'get ds agent',
    prints: [row('agent', '1', '1', '1', '1', '1', 'zone=a', age)],
    eventually: true,
  },
  { run: 'label node node-1 zone-', prints: [/^node\/node-1 (?:labeled|unlabeled)\n$/] },
  {
    run: 'get ds agent',
    prints: [row('agent', '0', '0', '0', '0', '0', 'zone=a', age)],
    eventually: true,
  },
  { run: 'delete pods,ds --all', prints: [/"agent" deleted/] },
];

/** Both pods are on node-1; the budget lets none go, then one at a time. */
const budget: readonly Step[] = [
  { run: 'cordon node-2', prints: 'node/node-2 cordoned\n' },
  { run: 'create -f -', stdin: guarded(), prints: 'deployment.apps/guarded created\n' },
  { run: 'rollout status deploy guarded', prints: [/successfully rolled out/] },
  { run: 'uncordon node-2', prints: 'node/node-2 uncordoned\n' },
  {
    run: 'create pdb guard --selector=app=guarded --min-available=2',
    prints: 'poddisruptionbudget.policy/guard created\n',
  },
  { run: 'get pdb', prints: [row('guard', '2', 'N/A', '0', age)], eventually: true },
  {
    run: 'drain node-1 --ignore-daemonsets --timeout=2s',
    code: 1,
    prints: [/^evicting pod by-1-\d+\/guarded-\w+-\w+$/m],
    warns: /Cannot evict pod as it would violate the pod's disruption budget/,
  },
  { run: 'get pods -l app=guarded -o name', prints: [/^(?:pod\/guarded-\S+\n){2}$/] },
  {
    run: `patch pdb guard -p '{"spec":{"minAvailable":1}}'`,
    prints: 'poddisruptionbudget.policy/guard patched\n',
  },
  { run: 'get pdb guard', prints: [row('guard', '1', 'N/A', '1', age)], eventually: true },
  {
    run: 'drain node-1 --ignore-daemonsets --timeout=40s',
    prints: [/^(?:pod\/guarded-\S+ evicted\n[^]*){2}/m, /^node\/node-1 (?:drained|evicted)$/m],
  },
  {
    run: "get pods -l app=guarded -o 'jsonpath={.items[*].spec.nodeName}'",
    prints: 'node-2 node-2',
    eventually: true,
  },
  {
    run: 'describe pdb guard',
    prints: [row('Min available:', '1'), /^ +Current: +2$/m],
    eventually: true,
  },
  { run: 'uncordon node-1', prints: 'node/node-1 uncordoned\n' },
  { run: 'delete deploy,pdb --all', prints: [/"guarded" deleted/, /"guard" deleted/] },
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

  describe('cordon, drain, taint, label', () => itTakes(tool, () => kubectl, nodes));
  describe('drain against a PodDisruptionBudget', () => itTakes(tool, () => kubectl, budget));
});
