import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { faultText, readFault, unknownResources } from '#faults';
import { KindRegistry } from '#catalog';

const problemsOf = (value: unknown): readonly string[] =>
  readFault(value).problems.map(({ path, message }) => `${path.join('.')}: ${message}`);

it('says each mistake of a fault once, and nothing that follows from it', () => {
  expect(problemsOf({ error: 418, retryAfter: '5s', applied: 'yes' })).toEqual([
    expect.stringContaining('error: expected a status code'),
    expect.stringContaining('applied: expected true or false'),
  ]);
});

describe('reading a fault', () => {
  it.each<[unknown, string]>([
    ['429', ': expected a map with name, match, error,'],
    [{}, ': the fault does nothing; expected one of error'],
    [{ error: 418 }, 'error: expected a status code (401, 403, 404, 409, 410, 429, 500, 503, 504)'],
    [{ error: 'Conflikt' }, 'error: expected a status code'],
    [{ error: 500, wen: 3 }, 'wen: unknown field "wen"; known are name, match'],
    [{ error: 500, times: 0 }, 'times: expected a whole number of at least 1, found 0'],
    [{ error: 500, from: 1.5 }, 'from: expected a whole number of at least 1, found 1.5'],
    [{ error: 500, every: '2' }, 'every: expected a whole number of at least 1, found "2"'],
    [{ error: 500, chance: 2 }, 'chance: expected a number above 0, up to 1, found 2'],
    [{ error: 500, for: 'a while' }, 'for: expected a duration such as 30s or 1m30s'],
    [{ error: 500, for: 0 }, 'for: expected a duration'],
    [{ error: 500, name: 7 }, 'name: expected a text by which the fault is lifted'],
    [{ error: 500, applied: 'yes' }, 'applied: expected true or false'],
    [{ error: 500, message: {} }, 'message: expected a text'],
    [{ error: 409, retryAfter: '5s' }, 'retryAfter: Conflict has no Retry-After'],
    [{ error: 500, retryAfter: '5s' }, 'retryAfter: InternalError has no Retry-After'],
    [{ error: 500, match: 'pods' }, 'match: expected a map with client, verb, resource'],
    [{ error: 500, match: { verb: 'put' } }, 'match.verb: unknown verb "put"; known are get, list'],
    [{ error: 500, match: { resource: [] } }, 'match.resource: expected a text, or a list'],
    [{ error: 500, match: { name: ['a', 5] } }, 'match.name.1: expected a text'],
    [{ error: 500, match: { client: {} } }, 'match.client: expected process, user, agent, token'],
    [{ error: 500, match: { client: { usr: 'x' } } }, 'match.client.usr: unknown field "usr"'],
    [{ bandwidth: 'fast' }, 'bandwidth: expected bytes in a second, at least 16, such as 64Ki'],
    [{ warning: '' }, 'warning: expected a text, found ""'],
    [{ bandwidth: 8 }, 'bandwidth: expected bytes in a second'],
    [{ connection: 'lost' }, 'connection: expected one of refuse, handshake, reset, cut'],
    [{ connection: 'cut', applied: true }, 'applied: "applied" goes with "error" and with'],
    [{ connection: 'refuse', times: 2 }, 'times: there are no requests to count; it lasts'],
    [{ connection: 'handshake', match: {} }, 'match: it strikes all connections'],
    [{ certificate: 'expired', chance: 0.5 }, 'chance: there are no requests to count'],
    [{ certificate: 'old' }, 'certificate: expected one of renewed, untrusted, expired'],
    [{ error: 500, after: 'later' }, 'after: expected a duration'],
    [{ error: 500, match: { path: 5 } }, 'match.path: expected a text'],
  ])('%j is refused: %s', (value, message) => {
    const { fault } = readFault(value);
    expect(fault).toBeUndefined();
    expect(problemsOf(value).some((problem) => problem.startsWith(message))).toBe(true);
  });

  it.each<[unknown, string]>([
    [{ error: 500 }, 'InternalError'],
    [{ name: 'storm', error: 429, retryAfter: '1500ms' }, 'storm: TooManyRequests, retry after 2s'],
    [
      { error: 503, match: { client: 'kubelet', verb: 'write', resource: 'pods' }, times: 3 },
      'ServiceUnavailable for write pods of kubelet, 3 times',
    ],
    [
      {
        error: 'Timeout',
        applied: true,
        match: { resource: 'pods', subresource: 'status' },
        for: 60,
      },
      'Timeout, though carried out for pods/status, for 1m',
    ],
    [{ error: 401, match: { client: { token: 'secret' } } }, 'Unauthorized for a token'],
    [{ error: 401, match: { client: 'kubelet' } }, 'Unauthorized for kubelet'],
    [
      { connection: 'reset', applied: true, match: { path: '/openapi/*' } },
      'connection: reset, though carried out for /openapi/*',
    ],
    [{ warning: 'is old' }, 'warning is old'],
    [{ bandwidth: '64Ki', after: '5s' }, 'bandwidth 64Ki a second, after 5s'],
    [
      { certificate: 'expired', when: { resource: 'pods' }, after: '5s' },
      'certificate: expired, when pods, time 1, then 5s',
    ],
  ])('%j says what it does', (value, text) => {
    expect(faultText(readFault(value).fault!)).toBe(text);
  });

  it('knows resources by plural and kind, and those that may come', () => {
    const kinds = new KindRegistry(defaultProfile);
    const unknownIn = (resource: unknown): readonly string[] =>
      unknownResources(readFault({ error: 500, match: { resource } }).fault!, kinds).map(
        ({ message }) => message,
      );
    expect(
      unknownIn(['pods', 'Deployment', 'deployments.apps', 'widgets.example.com', '*']),
    ).toEqual([]);
    expect(unknownIn('podz')).toEqual([
      'no resource "podz" is served (did you mean "pods"?); expected a plural or a kind, or widgets.example.com for one that is defined later',
    ]);
    expect(unknownIn('ds')[0]).toContain('did you mean "daemonsets"');
  });
});
