/** Requests that are dear to a server which is careless. Each is within the limit of 3 MB. */
import { numbered, one, patch, post, text, type Hostile } from './requests.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const pods = '/api/v1/namespaces/default/pods';

export const hostileRequests: readonly Hostile[] = [
  one('JSON patch that copies and copies', () => {
    const copies = Array.from({ length: 24 }, (_, i) => ({
      op: 'copy',
      from: '/metadata',
      path: `/metadata/annotations/${i}`,
    }));
    return patch(`${configMaps}/a`, 'json-patch', copies);
  }),
  one('10,000 JSON patch operations on 30,000 entries', () => {
    const data = numbered(30_000, 'x');
    const first = { op: 'add', path: '/data', value: data };
    const others = Array.from({ length: 10_000 }, (_, i) => ({
      op: 'remove',
      path: `/data/k${i}`,
    }));
    return patch(`${configMaps}/a`, 'json-patch', [first, ...others]);
  }),
  one('quantities with huge exponents', () =>
    post(pods, pod({ resources: { limits: numbered(2000, '1e99999', 'example.com/') } })),
  ),
  one('a strategic merge patch that orders 4,000 entries', () => {
    const env = Array.from({ length: 4000 }, (_, i) => ({ name: `E${i}`, value: 'x' }));
    const order = env.map(({ name }) => ({ name })).reverse();
    const container = { name: 'main', env, '$setElementOrder/env': order };
    return patch(`${pods}/a`, 'strategic-merge-patch', { spec: { containers: [container] } });
  }),
  one('YAML of 150,000 keys', () => {
    const lines = Array.from({ length: 150_000 }, (_, i) => `  k${i}: x`).join('\n');
    return text('POST', configMaps, 'application/yaml', `metadata:\n  name: y\ndata:\n${lines}\n`);
  }),
  one('YAML of 1.4 million comment lines', () =>
    text('POST', configMaps, 'application/yaml', '#\n'.repeat(1_400_000)),
  ),
  one('20,000 containers', () => {
    const containers = Array.from({ length: 20_000 }, (_, i) => ({ name: `c${i}`, image: 'x' }));
    return post(pods, { metadata: { name: 'many' }, spec: { containers } });
  }),
  one('900,000 containers that say nothing', () => {
    const containers = Array.from({ length: 900_000 }, () => ({}));
    return post(pods, { metadata: { name: 'none' }, spec: { containers } });
  }),
  one('a ConfigMap of 200,000 keys', () =>
    post(configMaps, { metadata: { generateName: 'large-' }, data: numbered(200_000, 'x') }),
  ),
  one('150,000 finalizers', () => {
    const finalizers = Object.keys(numbered(150_000, '', 'a.b/'));
    return patch(`${configMaps}/a`, 'merge-patch', { metadata: { finalizers } });
  }),
  one('20,000 owners of fields', () => {
    const entry = { operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1' };
    const managedFields = Array.from({ length: 20_000 }, (_, i) => ({
      ...entry,
      manager: `m${i}`,
      fieldsV1: { 'f:data': { [`f:k${i}`]: {} } },
    }));
    return patch(`${configMaps}/a`, 'merge-patch', { metadata: { managedFields } });
  }),
  {
    name: 'applies of 150,000 keys',
    *requests() {
      const apply = (manager: string, value: string) => {
        const target = `${configMaps}/applied?fieldManager=${manager}`;
        const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'applied' } };
        const data = numbered(150_000, value);
        const body = JSON.stringify({ ...object, data });
        return text('PATCH', target, 'application/apply-patch+yaml', body);
      };
      yield apply('a', 'x');
      yield apply('a', 'y');
      yield apply('b', 'z');
      yield text('DELETE', `${configMaps}/applied`, 'application/json', '');
    },
  },
  {
    name: '2,000 containers under a LimitRange of 10,000',
    *requests() {
      const namespace = '/api/v1/namespaces';
      yield post(namespace, { metadata: { name: 'limited' } });
      const max = numbered(10_000, '1', 'example.com/');
      const limits = [{ type: 'Container', max }];
      yield post(`${namespace}/limited/limitranges`, { metadata: { name: 'l' }, spec: { limits } });
      const containers = Array.from({ length: 2000 }, (_, i) => ({ name: `c${i}`, image: 'x' }));
      yield post(`${namespace}/limited/pods`, { metadata: { name: 'p' }, spec: { containers } });
      yield text('DELETE', `${namespace}/limited/limitranges/l`, 'application/json', '');
    },
  },
  one('2,000 host aliases of one address, which give warnings', () => {
    const env = Array.from({ length: 20_000 }, () => ({ name: 'A', value: 'x' }));
    return post(pods, pod({ env }));
  }),
  one('a million brackets', () =>
    text('POST', '/orrery/v1/clock/advance', 'application/json', '['.repeat(1_000_000)),
  ),
  one('a million brackets as an object', () =>
    text('POST', configMaps, 'application/json', '['.repeat(1_000_000)),
  ),
  one('a long selector', () =>
    text('GET', `${configMaps}?labelSelector=a+in+(${'b,'.repeat(20_000)}c)`, '', ''),
  ),
];

function pod(container: object): object {
  const containers = [{ name: 'main', image: 'x', ...container }];
  return { metadata: { generateName: 'p-' }, spec: { containers } };
}
