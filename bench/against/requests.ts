/** Requests over HTTP that servers are compared by: the clients are of the checkout that compares. */
import type { Clients } from '../support/clients.ts';

/** What a server gets. */
export interface Requests {
  readonly name: string;
  readonly of: string;
  readonly job: Omit<Parameters<Clients['rate']>[0], 'port' | 'ms'>;
}

/** How many pods a server has before, each named `web-` and a number of eight digits. */
export const OBJECTS = 500;

const pods = '/api/v1/namespaces/default/pods';

/** A pod as people write it. */
export function manifestOf(name: string) {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: { app: 'web', turn: 't' } },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.example/app:1',
          ports: [{ name: 'http', containerPort: 80, protocol: 'TCP' }],
          env: [{ name: 'MODE', value: 'fast' }],
          resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '128Mi' } },
          readinessProbe: { httpGet: { path: '/ready', port: 80 }, periodSeconds: 5 },
        },
      ],
    },
  };
}

const post = {
  ...{ method: 'POST', path: pods, headers: { 'Content-Type': 'application/json' } },
  body: JSON.stringify(manifestOf('new-########')),
};
const get = {
  ...{ method: 'GET', path: `${pods}/web-########`, headers: {}, body: '', objects: OBJECTS },
};
const patch = {
  ...{ method: 'PATCH', path: get.path, objects: OBJECTS },
  headers: { 'Content-Type': 'application/strategic-merge-patch+json' },
  body: JSON.stringify({ metadata: { labels: { turn: 't########' } } }),
};
const list = { method: 'GET', path: `${pods}?limit=${OBJECTS}`, headers: {}, body: '' };

/** All of them, by the name that the command line has. */
export const requests: readonly Requests[] = [
  { name: 'get', of: 'GET over 16 connections', job: { ...get, connections: 16 } },
  { name: 'get-one', of: 'GET over one connection', job: { ...get, connections: 1 } },
  { name: 'list', of: `LIST of ${OBJECTS} over 8 connections`, job: { ...list, connections: 8 } },
  { name: 'post', of: 'CREATE over 16 connections', job: { ...post, connections: 16 } },
  { name: 'post-one', of: 'CREATE over one connection', job: { ...post, connections: 1 } },
  { name: 'patch-http', of: 'PATCH over 16 connections', job: { ...patch, connections: 16 } },
  { name: 'patch-one', of: 'PATCH over one connection', job: { ...patch, connections: 1 } },
];
