import { hasSelector } from '#kinds';
import { omitFields } from '#values';
import type { Endpoints, EndpointPort, EndpointSubset, Pod, Service } from '#types';
import { digestOf, TriggerTimes } from '#runtime';
import { dumpPort, dumpSubset } from '../../controllers/endpoints/digest.ts';
import { plan } from '../../controllers/endpoints/plan.ts';
import { repack } from '../../controllers/endpoints/repack.ts';
import { expectSame, outcomeIn, type Runner, type TestCase } from './runner.ts';

interface EndpointsCase {
  readonly op: 'repack' | 'sync' | 'hash';
  readonly in?: readonly EndpointSubset[];
  readonly service?: Service;
  readonly pods?: readonly Pod[];
  readonly existing?: Endpoints;
  readonly object: EndpointPort | EndpointSubset;
}

/** endpoints-subsets.json: canonical subsets, passes of the controller, digests. */
export const runEndpointsSubsets: Runner = (testCase) => {
  const inputs = ['op', 'in', 'service', 'pods', 'existing', 'object'];
  return expectSame('outcome', answer(testCase), outcomeIn(testCase, ...inputs));
};

function answer(testCase: TestCase): object {
  const recorded = testCase as unknown as EndpointsCase;
  switch (recorded.op) {
    case 'repack':
      return { out: repack(recorded.in ?? []) };
    case 'sync':
      return pass(recorded);
    case 'hash': {
      const { object } = recorded;
      const spew = 'port' in object ? dumpPort(object) : dumpSubset(object);
      return { spew, md5: digestOf(spew) };
    }
  }
}

/** As the controller does it, which has seen nothing before. */
function pass({ service, pods = [], existing }: EndpointsCase): object {
  if (service === undefined) return { action: 'delete' };
  if (!hasSelector(service)) return { action: 'none' };
  const { selector = {} } = service.spec;
  const selected = pods.filter(({ metadata: { labels = {} } }) =>
    Object.entries(selector).every(([name, value]) => labels[name] === value),
  );
  const changedAt = new TriggerTimes().next('default/web', service, selected);
  const planned = plan(service, selected, existing, changedAt);
  if (planned.action !== 'create') return planned;
  const { metadata, ...rest } = planned.endpoints;
  const named = omitFields(metadata, ['namespace']);
  return { action: 'create', endpoints: { metadata: named, ...rest } };
}
