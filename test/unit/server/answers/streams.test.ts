/** What is answered to those who want to reach what runs in a pod or behind a Service. */
import { beforeAll, describe, expect, it } from 'vitest';
import { answeringServer, pods } from '../../../support/answers.ts';

const { asked, post } = answeringServer();

describe('a stream of a pod', () => {
  const bad = (message: string): [number, string] => [400, message];
  const nothing = 'containers are simulated: there is nothing to run a command in';
  it.each<[path: string, [number, string]]>([
    ['bound/log', [200, 'one\ntwo\nthree\n']],
    ['bound/log?tailLines=2', [200, 'two\nthree\n']],
    ['bound/log?tailLines=0', [200, '']],
    ['bound/log?tailLines=9', [200, 'one\ntwo\nthree\n']],
    ['bound/log?limitBytes=5', [200, 'one\nt']],
    ['bound/log?container=c', [200, 'one\ntwo\nthree\n']],
    ['bound/log?container=d', bad('container d is not valid for pod bound')],
    ['pending/log', [204, '']],
    ['two/log', bad('a container name must be specified for pod two, choose one of: [i c d]')],
    ['two/log?container=i', [204, '']],
    ['none/log', [404, 'pods "none" not found']],
    [
      'bound/log?tailLines=-1',
      [422, 'tailLines: Invalid value: -1: must be greater than or equal'],
    ],
    ['bound/log?limitBytes=0', [422, 'limitBytes: Invalid value: 0: must be greater than 0']],
    ['bound/log?sinceSeconds=0', [422, 'sinceSeconds: Invalid value: 0: must be greater than 0']],
    ['bound/log?sinceSeconds=1', [200, 'one\ntwo\nthree\n']],
    ['bound/log?sinceTime=2020-01-01T00:00:00Z', [200, 'one\ntwo\nthree\n']],
    ['bound/log?sinceTime=', [200, 'one\ntwo\nthree\n']],
    ['bound/log?sinceTime=x', bad('parsing time')],
    [
      'bound/log?sinceTime=2020-01-01T00:00:00Z&sinceSeconds=1',
      [422, '[]: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified'],
    ],
    ['bound/exec', bad(nothing)],
    ['bound/exec?container=d', bad('container d is not valid for pod bound')],
    ['pending/exec', bad('pod pending does not have a host assigned')],
    ['bound/attach', bad('containers are simulated: there is no process to attach to')],
    ['bound/portforward', bad('pods are simulated: nothing listens on their ports')],
    ['pending/portforward', bad('pod pending does not have a host assigned')],
    ['none/exec', [404, 'pods "none" not found']],
  ])('%s', async (path, [status, text]) => {
    const answer = await asked({ path: `${pods}/${path}` });
    expect(answer.status).toBe(status);
    if (status < 300) expect(answer.text).toBe(text);
    else expect((JSON.parse(answer.text) as { message: string }).message).toContain(text);
  });
});

describe('a connection through the server', () => {
  const services = '/api/v1/namespaces/default/services';
  beforeAll(async () => {
    const ports = [{ name: 'web', port: 80 }];
    await post(services, { metadata: { name: 's' }, spec: { ports } });
    await post(services, { metadata: { name: 'reached' }, spec: { ports } });
    await post(services, { metadata: { name: 'unready' }, spec: { ports } });
    const endpoints = '/api/v1/namespaces/default/endpoints';
    const found = [{ name: 'web', port: 8080 }];
    const addresses = [{ ip: '10.0.0.1' }];
    await post(endpoints, { metadata: { name: 's' } });
    await post(endpoints, {
      metadata: { name: 'reached' },
      subsets: [{ addresses, ports: found }],
    });
    await post(endpoints, {
      metadata: { name: 'unready' },
      subsets: [{ notReadyAddresses: addresses, ports: found }],
    });
    await asked({
      ...{ method: 'PATCH', path: `${pods}/two/status` },
      ...{ headers: { 'content-type': 'application/merge-patch+json' } },
      body: '{"status":{"podIP":"10.0.0.9","podIPs":[{"ip":"10.0.0.9"}]}}',
    });
  });

  const behind = 'pods are simulated: nothing listens behind a service';
  it.each([
    [`${pods}/two/proxy/`, 400, 'pods are simulated: nothing listens on their ports'],
    [`${pods}/two:80/proxy/x`, 400, 'pods are simulated: nothing listens on their ports'],
    [`${pods}/https:two:80/proxy/x`, 400, 'pods are simulated: nothing listens on their ports'],
    [`${pods}/pending/proxy`, 400, 'address not allowed'],
    [`${pods}/none/proxy`, 404, 'pods "none" not found'],
    [`${pods}/ftp:two:80/proxy`, 400, 'invalid pod request "ftp:two:80"'],
    [`${pods}/a:b:c:d/proxy`, 400, 'invalid pod request "a:b:c:d"'],
    [`${services}/http::80/proxy`, 400, 'invalid service request "http::80"'],
    [`${services}/reached:web/proxy/`, 400, behind],
    [`${services}/reached:80/proxy/x`, 400, behind],
    [`${services}/reached:81/proxy`, 503, 'no service port 81 found for service "reached"'],
    [`${services}/reached:x/proxy`, 503, 'no endpoints available for service "reached:x"'],
    [`${services}/unready:web/proxy`, 503, 'no endpoints available for service "unready:web"'],
    [`${services}/s:web/proxy`, 503, 'no endpoints available for service "s"'],
    [`${services}/none/proxy`, 404, 'endpoints "none" not found'],
    ['/api/v1/nodes/n/proxy', 400, 'nodes are simulated: there is no kubelet to talk to'],
    ['/api/v1/nodes/none/proxy', 404, 'nodes "none" not found'],
    ['/api/v1/nodes/x:n:10250/proxy', 400, 'invalid node request "x:n:10250"'],
  ])('%s: %s %s', async (path, status, message) => {
    const answer = await asked({ path });
    expect([answer.status, (JSON.parse(answer.text) as { message: string }).message]).toEqual([
      ...[status, message],
    ]);
  });

  it('leads a reader of a Service to the root of what it serves, as a browser needs it', async () => {
    const { status, headers } = await asked({ path: `${services}/reached:web/proxy?a=b` });
    expect([status, headers.location]).toEqual([301, `${services}/reached:web/proxy/?a=b`]);
  });
});
