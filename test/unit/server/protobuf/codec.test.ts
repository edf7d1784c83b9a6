import { describe, expect, it } from 'vitest';
import { schemas } from '#kinds';
import { ProtobufCodec } from '../../../../src/server/protobuf/codec.ts';

const codec = new ProtobufCodec(schemas);
const configMap = { apiVersion: 'v1', kind: 'ConfigMap' };
const prefix = '6b387300';

/** A delimited field in hexadecimal digits: its tag, its length, and what is in it. */
function field(number: number, content: string): string {
  const length = content.length / 2;
  return `${hex([(number << 3) | 2, length])}${content}`;
}

function hex(bytes: readonly number[] | string): string {
  return Buffer.from(bytes as string).toString('hex');
}

/** runtime.Unknown with the two strings that Go always writes. */
function whole(apiVersion: string, kind: string, raw: string): Buffer {
  const typeMeta = field(1, field(1, hex(apiVersion)) + field(2, hex(kind)));
  return Buffer.from(`${prefix}${typeMeta}${field(2, raw)}1a002200`, 'hex');
}

describe('bytes written by hand', () => {
  it('of a ConfigMap', () => {
    const metadata = field(1, hex('m')) + field(3, hex('default'));
    const entries =
      field(2, field(1, hex('a')) + field(2, hex('1'))) +
      field(2, field(1, hex('b')) + field(2, hex('ü')));
    const binary = field(3, field(1, hex('bin')) + field(2, '00ff'));
    const bytes = whole('v1', 'ConfigMap', field(1, metadata) + entries + binary);
    const object = {
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: { name: 'm', namespace: 'default' },
      data: { a: '1', b: 'ü' },
      binaryData: { bin: 'AP8=' },
    };
    expect(codec.decode(bytes)).toEqual({ ...configMap, object });
    expect(hex(codec.encode(object, configMap) as never)).toBe(hex(bytes as never));
  });

  it('of a Deployment', () => {
    const quantity = field(2, field(1, hex('cpu')) + field(2, field(1, hex('500m'))));
    const container =
      field(1, hex('c')) + field(6, '1850') + field(8, quantity) + field(12, '7801');
    const pod = field(2, container);
    const [one, quarter] = ['080010011a00', '080110001a03323525'];
    const rollingUpdate = field(2, field(1, one) + field(2, quarter));
    const strategy = field(1, hex('RollingUpdate')) + rollingUpdate;
    const spec =
      '0800' +
      field(2, field(1, field(1, hex('a')) + field(2, hex('b')))) +
      field(3, field(1, '') + field(2, pod)) +
      field(4, strategy) +
      '3801';
    const bytes = whole('apps/v1', 'Deployment', field(2, spec));
    // In lifecycle there is a number that is not a field of it, to be skipped.
    const object = {
      kind: 'Deployment',
      apiVersion: 'apps/v1',
      spec: {
        replicas: 0,
        selector: { matchLabels: { a: 'b' } },
        template: {
          metadata: {},
          spec: {
            containers: [
              {
                name: 'c',
                ports: [{ containerPort: 80 }],
                resources: { requests: { cpu: '500m' } },
                lifecycle: {},
              },
            ],
          },
        },
        strategy: {
          type: 'RollingUpdate',
          rollingUpdate: { maxUnavailable: 1, maxSurge: '25%' },
        },
        paused: true,
      },
    };
    expect(codec.decode(bytes).object).toEqual(object);
  });

  it('of a time', () => {
    const pod = { metadata: { creationTimestamp: '2020-01-01T00:00:01Z' } };
    const time = field(8, '08' + '81c2aff005' + '1000');
    const bytes = whole('v1', 'Pod', field(1, time));
    expect(hex(codec.encode(pod, { apiVersion: 'v1', kind: 'Pod' }) as never)).toBe(
      hex(bytes as never),
    );
  });

  it('of a lease, in microseconds', () => {
    const lease = { spec: { renewTime: '1970-01-01T00:00:01.000250Z' } };
    const bytes = whole('coordination.k8s.io/v1', 'Lease', field(2, field(4, '0801' + '1090a10f')));
    const meta = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' };
    expect(hex(codec.encode(lease, meta) as never)).toBe(hex(bytes as never));
    expect(codec.decode(bytes).object).toEqual({ ...meta, ...lease });
  });

  it('of a volume, whose source stands in a message of its own', () => {
    const volume = field(1, hex('v')) + field(2, field(1, field(1, hex('/x'))));
    const bytes = whole('v1', 'Pod', field(2, field(1, volume)));
    expect(codec.decode(bytes).object).toMatchObject({
      spec: { volumes: [{ name: 'v', hostPath: { path: '/x' } }] },
    });
  });
});

describe('zeros', () => {
  it.each([
    ['as absent where JSON leaves it out', field(2, '2000'), {}],
    ['as given where Go holds a pointer', field(2, '3000'), { revisionHistoryLimit: 0 }],
  ])('count %s', (_, spec, expected) => {
    const { object } = codec.decode(whole('apps/v1', 'DaemonSet', spec));
    expect(object).toEqual({ apiVersion: 'apps/v1', kind: 'DaemonSet', spec: expected });
  });

  it('stay where the type requires the field', () => {
    const { object } = codec.decode(whole('apps/v1', 'DaemonSet', field(3, '0800' + '3800')));
    expect(object).toMatchObject({ status: { currentNumberScheduled: 0 } });
    expect(object).not.toHaveProperty('status.numberAvailable');
  });

  it('of times are empty messages', () => {
    const { object } = codec.decode(
      whole('v1', 'Pod', field(1, field(1, hex('p')) + field(8, ''))),
    );
    expect(object).toMatchObject({ metadata: { name: 'p' } });
    expect(object).not.toHaveProperty('metadata.creationTimestamp');
  });
});

describe('the apiVersion and kind of a body', () => {
  it('is taken from the path when it says nothing', () => {
    const bytes = Buffer.from(`${prefix}${field(2, field(1, field(1, hex('m'))))}`, 'hex');
    expect(codec.decode(bytes, configMap)).toEqual({
      ...configMap,
      object: { ...configMap, metadata: { name: 'm' } },
    });
  });

  it('is read for unknown kinds too', () => {
    const { object } = codec.decode(whole('x.y/v1', 'Foo', '08'));
    expect(object).toEqual({ apiVersion: 'x.y/v1', kind: 'Foo' });
  });

  it('may name options in any group', () => {
    const { object } = codec.decode(whole('apps/v1', 'DeleteOptions', '0805'));
    expect(object).toEqual({ apiVersion: 'apps/v1', kind: 'DeleteOptions', gracePeriodSeconds: 5 });
  });
});

describe('bytes that cannot be read', () => {
  const unreadable = (raw: string): Buffer => whole('v1', 'ConfigMap', raw);
  it.each([
    ['nothing', Buffer.alloc(0), 'empty data'],
    [
      'another language',
      Buffer.from('{"a":1}'),
      'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]',
    ],
    ['the beginning alone', Buffer.from(prefix, 'hex'), 'empty body'],
    ['a cut envelope', Buffer.from(`${prefix}0a05`, 'hex'), 'unexpected EOF'],
    ['a cut message', unreadable('0a05'), 'unexpected EOF'],
    ['a field that ends behind its message', unreadable('0a030a0561'), 'unexpected EOF'],
    ['a number for a string', unreadable('0a020801'), 'proto: wrong wireType = 0 for field Name'],
    ['a wire type that is none', unreadable('0a028701'), 'proto: illegal wireType 7'],
    ['field 0', unreadable('0a020201'), 'proto: ObjectMeta: illegal tag 0 (wire type 2)'],
  ])('%s', (_, bytes, message) => {
    expect(() => codec.decode(bytes)).toThrow(message);
  });
});

describe('other values', () => {
  it('watch events in frames', () => {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm' } };
    const inner = hex(whole('v1', 'ConfigMap', field(1, field(1, hex('m')))) as never);
    const event = field(1, hex('ADDED')) + field(2, field(1, inner));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(event.length / 2);
    expect(codec.encodeWatchEvent('ADDED', object, configMap).toString('hex')).toBe(
      length.toString('hex') + event,
    );
  });

  it('discovery documents, with verbs in a message of their own', () => {
    const entry = { name: 'pods', namespaced: true, kind: 'Pod', singularName: '', verbs: ['get'] };
    const bytes = codec.encode(
      { groupVersion: 'v1', resources: [entry] },
      { apiVersion: 'v1', kind: 'APIResourceList' },
    );
    const resource =
      field(1, hex('pods')) +
      '1001' +
      field(3, hex('Pod')) +
      field(4, field(1, hex('get'))) +
      '3200';
    const raw = field(1, hex('v1')) + field(2, resource);
    expect(hex(bytes as never)).toBe(hex(whole('v1', 'APIResourceList', raw) as never));
  });

  it('lists of what only metadata is asked of', () => {
    const meta = { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadataList' };
    const list = { metadata: { resourceVersion: '1' }, items: [{ metadata: { name: 'm' } }] };
    const raw = field(1, field(2, hex('1'))) + field(2, field(1, field(1, hex('m'))));
    expect(hex(codec.encode(list, meta) as never)).toBe(
      hex(whole(meta.apiVersion, meta.kind, raw) as never),
    );
  });

  it('no tables', () => {
    const meta = { apiVersion: 'meta.k8s.io/v1', kind: 'Table' };
    expect(() => codec.encode({}, meta)).toThrow('has no form in protobuf');
  });
});
