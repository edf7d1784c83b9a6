/**
 * An operator in miniature: a Box of size n has n members (ConfigMaps), each with a claim (Secret). Made small, it loses the
 * last ones; draining, all its claims.
 *
 *     node boxes.mjs [stale | unseen | intermediate]    with a mistake of that sort, or none
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';

const [, , mistake] = process.argv;
const { clusters, users } = JSON.parse(readFileSync(process.env.KUBECONFIG, 'utf8'));
const { server, 'certificate-authority-data': ca } = clusters[0].cluster;
const agent = new Agent({ keepAlive: true, ca: Buffer.from(ca, 'base64') });

const boxes = {
  path: '/apis/example.com/v1/namespaces/default/boxes',
  of: ({ metadata }) => metadata.name,
};
const owned = ({ metadata }) => metadata.labels?.box;
const members = { path: '/api/v1/namespaces/default/configmaps', of: owned };
const claims = { path: '/api/v1/namespaces/default/secrets', of: owned };

function send(method, path, body) {
  return new Promise((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${users[0].user.token}`,
      'Content-Type': 'application/json',
    };
    const sent = request(server + path, { method, agent, headers }, resolve);
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

async function call(method, path, { body, fine = [] } = {}) {
  const response = await send(method, path, body);
  let text = '';
  for await (const chunk of response) text += chunk;
  if (response.statusCode < 300) return JSON.parse(text);
  if (fine.includes(response.statusCode)) return undefined;
  throw new Error(`${method} ${path}: ${response.statusCode}`);
}

// A cache of each resource, by list and watch.
async function follow(resource) {
  for (;;) {
    try {
      const { items, metadata } = await call('GET', `${resource.path}?resourceVersion=0`);
      const before = [...(resource.objects?.values() ?? [])];
      resource.objects = new Map(items.map((each) => [each.metadata.name, each]));
      for (const each of [...before, ...items]) enqueue(resource.of(each));
      await watch(resource, metadata.resourceVersion);
    } catch (error) {
      console.error(String(error));
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function watch(resource, version) {
  const response = await send('GET', `${resource.path}?watch=true&resourceVersion=${version}`);
  let rest = '';
  for await (const chunk of response) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const { type, object } of lines.map((line) => JSON.parse(line))) {
      if (type === 'ERROR') return;
      if (type === 'DELETED') resource.objects.delete(object.metadata.name);
      else resource.objects.set(object.metadata.name, object);
      enqueue(resource.of(object));
    }
  }
}

const waiting = new Set();
let wake = () => undefined;
function enqueue(name) {
  if (name !== undefined) waiting.add(name);
  wake();
}

const within = (resource, name) =>
  [...resource.objects.values()].filter((each) => owned(each) === name);
const indexOf = ({ metadata }) => Number(metadata.name.slice(metadata.labels.box.length + 1));

async function reconcile(name) {
  // What is made or deleted is decided by the Box as it is; a cache can be old.
  const live = () => call('GET', `${boxes.path}/${name}`, { fine: [404] });
  const box = mistake === 'stale' ? boxes.objects.get(name) : await live();
  const { size = 0, draining = false } = box?.spec ?? {};
  const places = Array.from({ length: size }, (_, i) => `${name}-${i}`);
  for (const place of places) {
    if (!draining && !claims.objects.has(place)) await create(claims, place, name);
    if (!members.objects.has(place)) await create(members, place, name);
  }
  const lost = within(members, name).filter((each) => indexOf(each) >= size);
  for (const each of lost) await remove(members, each);
  for (const each of within(claims, name)) {
    if (indexOf(each) < size && !draining) continue;
    // Only those of members that go now; who is killed in between never comes back to the others.
    const goesNow = lost.some(({ metadata }) => metadata.name === each.metadata.name);
    if (mistake === 'intermediate' && !draining && !goesNow) continue;
    // It has been drained before; so it was seen, was it not?
    if (mistake === 'unseen' && box === undefined) continue;
    await remove(claims, each);
  }
}

const create = ({ path }, name, box) =>
  call('POST', path, { body: { metadata: { name, labels: { box } } }, fine: [409] });
const remove = ({ path }, { metadata }) =>
  call('DELETE', `${path}/${metadata.name}`, { fine: [404] });

for (const resource of [boxes, members, claims]) void follow(resource);
while (![boxes, members, claims].every(({ objects }) => objects))
  await new Promise((resolve) => setTimeout(resolve, 10));
for (;;) {
  const [name] = waiting;
  if (name === undefined) {
    await new Promise((resolve) => (wake = resolve));
    continue;
  }
  waiting.delete(name);
  await reconcile(name).catch((error) => {
    console.error(String(error));
    setTimeout(() => enqueue(name), 200);
  });
}
