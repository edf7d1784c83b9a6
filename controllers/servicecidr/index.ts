/**
 * The ranges of Services (gate MultiCIDRServiceAllocator): says that they are ready, and keeps one that is
 * deleted until no Service has an address of it.
 */
import { bucketOf, ipAddress, service, serviceCidr, setCondition } from '#kinds';
import { kindsOf } from '#catalog';
import { formatTime, keyOf, parseTime, type Cause } from '#values';
import type { Condition, IPAddress, Service, ServiceCIDR } from '#types';
import type { Client, ControllerDefinition, Lister, WorkQueue } from '#runtime';
import { holdsAddress, holdsRange, overlap } from './ranges.ts';

const finalizer = 'networking.k8s.io/service-cidr-finalizer';
const allocatedBy = 'ipaddress.kubernetes.io/managed-by=ipallocator.k8s.io';

/** Servers take no more addresses of a range that is deleted, but may take so long to see it. */
const GRACE_MS = 10_000;

export const serviceCidrs: ControllerDefinition = {
  name: 'servicecidr',
  actor: 'service-cidr-controller',
  account: 'service-cidrs-controller',
  start(context) {
    const { clock, features } = context;
    const isServed = kindsOf(features).some((kind) => bucketOf(kind) === bucketOf(serviceCidr));
    if (!isServed || !features.enabled('MultiCIDRServiceAllocator')) return;
    const cidrs = context.informer(serviceCidr);
    const queue: WorkQueue = context.queue({
      workers: 5,
      maxRetries: 15,
      async reconcile(key, { client }) {
        const cidr = cidrs.lister.getByKey(key);
        if (cidr === undefined) return;
        const now = clock.now();
        if (cidr.metadata.deletionTimestamp == null) return welcome(cidr, now, client);
        if (await isNeeded(cidr, cidrs.lister, client)) return report(cidr, inUse, now, client);
        const leftMs = parseTime(cidr.metadata.deletionTimestamp) + GRACE_MS - now;
        if (leftMs > 0) queue.addAfter(key, leftMs, { timer: 'the range is deleted' });
        else await release(cidr, client);
      },
    });
    cidrs.addHandlers({
      added(cidr, cause) {
        queue.add(keyOf(cidr), cause);
        for (const other of cidrs.lister.list()) {
          if (other !== cidr && overlap(other, cidr)) queue.add(keyOf(other), cause);
        }
      },
      updated: (cidr, _, cause) => queue.add(keyOf(cidr), cause),
    });
    // Addresses come and go with their Services.
    const wakeFor = ({ spec }: Service, cause: Cause): void => {
      for (const cidr of cidrs.lister.list()) {
        if (spec.clusterIPs?.some((ip) => holdsAddress(cidr, ip)) !== true) continue;
        if (cidr.metadata.deletionTimestamp != null) queue.add(keyOf(cidr), cause);
      }
    };
    context.informer(service).addHandlers({ added: wakeFor, deleted: wakeFor });
  },
};

const ready = { status: 'True', reason: '', message: 'Kubernetes Service CIDR is ready' } as const;

const inUse = {
  status: 'False',
  reason: 'Terminating',
  message:
    'There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR',
} as const;

async function welcome(cidr: ServiceCIDR, now: number, client: Client): Promise<void> {
  const { metadata } = cidr;
  const present = metadata.finalizers ?? [];
  const isHeld = present.includes(finalizer);
  const held = { ...cidr, metadata: { ...metadata, finalizers: [...present, finalizer] } };
  await report(isHeld ? cidr : await client.update(serviceCidr, held), ready, now, client);
}

/** Writes the condition, unless the range has it. */
async function report(
  cidr: ServiceCIDR,
  readiness: typeof ready | typeof inUse,
  now: number,
  client: Client,
): Promise<void> {
  const before = cidr.status.conditions;
  const at = formatTime(now);
  const condition: Condition = { type: 'Ready', ...readiness, lastTransitionTime: at };
  const conditions = setCondition(before, condition, at);
  if (conditions === before) return;
  const status = { ...cidr.status, conditions };
  await client.update(serviceCidr, { ...cidr, status }, { subresource: 'status' });
}

async function release(cidr: ServiceCIDR, client: Client): Promise<void> {
  const { metadata } = cidr;
  const finalizers = metadata.finalizers?.filter((each) => each !== finalizer);
  await client.update(serviceCidr, { ...cidr, metadata: { ...metadata, finalizers } });
}

/** Returns whether an address is in no other range than this. */
async function isNeeded(
  cidr: ServiceCIDR,
  cidrs: Lister<ServiceCIDR>,
  client: Client,
): Promise<boolean> {
  const others = cidrs.list().filter(({ metadata }) => metadata.uid !== cidr.metadata.uid);
  const hasParent = (range: string): boolean => others.some((other) => holdsRange(other, range));
  if ((cidr.spec.cidrs ?? []).every(hasParent)) return false;
  const { items } = await client.list<IPAddress>(ipAddress, { labelSelector: allocatedBy });
  return items.some(
    ({ metadata: { name } }) =>
      holdsAddress(cidr, name) && !others.some((other) => holdsAddress(other, name)),
  );
}
