import { describe, expect, it } from 'vitest';
import { apiService, columnsOf } from '#kinds';
import { context, created, errorsOf } from '../samples.ts';

type APIService = Parameters<NonNullable<typeof apiService.rules.defaults>>[0];

const service = { namespace: 'n', name: 's' };

function serviceOf(spec: object, name = 'v1.a.b', metadata: object = {}): APIService {
  return {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name, ...metadata },
    spec: { group: 'a.b', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1, ...spec },
  } as unknown as APIService;
}

describe('API services', () => {
  it('are available at once when this server answers itself', () => {
    const { status } = created(apiService, serviceOf({}), { ...context, now: 1_000 });
    expect(status).toEqual({
      conditions: [
        {
          type: 'Available',
          status: 'True',
          lastTransitionTime: '1970-01-01T00:00:01Z',
          reason: 'Local',
          message: 'Local APIServices are always available',
        },
      ],
    });
  });

  it('name the port of another server, and wait for its state', () => {
    const made = created(apiService, serviceOf({ service }));
    expect(made).toMatchObject({ spec: { service: { ...service, port: 443 } } });
    expect(made.status).toEqual({});
  });

  it('can be generated only as what it has to be', () => {
    const wrong = 'must be `spec.version+"."+spec.group`: "v1.a.b"';
    const errors = (name: string, generateName: string): readonly string[] =>
      errorsOf(apiService, serviceOf({}, name, { generateName }));
    expect(errors('v1.a.b', 'v1.a.b')).toEqual([]);
    expect(errors('v1.a.b', 'x-')).toEqual([
      `metadata.generateName: Invalid value: "x-": ${wrong}`,
    ]);
    expect(errors('x-y', 'x-')).toEqual([
      `metadata.generateName: Invalid value: "x-": ${wrong}`,
      `metadata.name: Invalid value: "x-y": ${wrong}`,
    ]);
  });

  it.each<[string, object, RegExp]>([
    [
      'a name',
      { group: 'c.d' },
      /^metadata.name: .*must be `spec.version\+"."\+spec.group`: "v1.c.d"/,
    ],
    ['a rank of groups', { groupPriorityMinimum: 20_001 }, /must be positive and less than 20000$/],
    ['a rank of versions', { versionPriority: 0 }, /must be positive and less than 1000$/],
    [
      'a local bundle',
      { caBundle: 'eHh4' },
      /"3 bytes": local APIServices may not have a caBundle/,
    ],
    ['trust of itself', { insecureSkipTLSVerify: true }, /may not have insecureSkipTLSVerify$/],
    ['no service', { service: { namespace: 'n' } }, /^spec.service.name: Required value$/],
    ['a port', { service: { ...service, port: 0 } }, /port is not valid: must be between 1 and/],
    [
      'a bundle that is not used',
      { service, caBundle: 'eHh4', insecureSkipTLSVerify: true },
      /may not be true if caBundle is present$/,
    ],
  ])('refuse %s', (_, spec, message) => {
    const errors = errorsOf(apiService, serviceOf(spec));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(message);
  });

  it('may leave out the group of v1 alone', () => {
    expect(errorsOf(apiService, serviceOf({ group: undefined }, 'v1.'))).toEqual([]);
    expect(errorsOf(apiService, serviceOf({ group: '', version: 'v2' }, 'v2.'))).toEqual([
      expect.stringMatching(/^spec.group: Required value: only v1 may have an empty group/),
    ]);
  });

  it.each<[object | undefined, object, readonly string[]]>([
    [undefined, {}, ['Local', 'Unknown']],
    [service, { status: 'True' }, ['n/s', 'True']],
    [service, { status: 'False', reason: 'R' }, ['n/s', 'False (R)']],
  ])('show %j with %j as %j', (behind, condition, shown) => {
    const conditions = 'status' in condition ? [{ type: 'Available', ...condition }] : [];
    const object = { ...serviceOf({ service: behind }), status: { conditions } } as APIService;
    const cells = columnsOf(apiService).map((column) => column.cell(object, 0));
    expect(cells.slice(1, 3)).toEqual(shown);
  });
});
