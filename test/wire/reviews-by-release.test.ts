/** Selectors in reviews of access, and objects that tokens are bound to, release by release. */
import { expect, it } from 'vitest';
import type { Answer } from './client.ts';
import { releases } from './releases.ts';

const { ask } = releases([24, 30, 32, 37]);

const post = (minor: number, path: string, body: object): Promise<Answer> =>
  ask(minor, 'POST', path, { body });
const reviews = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
const review = (minor: number, resourceAttributes: object) =>
  post(minor, reviews, { spec: { user: 'x', resourceAttributes } });
const pods = { verb: 'list', resource: 'pods' };
const labels = 'spec.resourceAttributes.labelSelector';
const fields = 'spec.resourceAttributes.fieldSelector';

it.each([
  [
    { labelSelector: { rawSelector: 'a=b', requirements: [{ key: 'a', operator: 'Exists' }] } },
    [
      `${labels}.rawSelector`,
      'Invalid value: "a=b": may not specified at the same time as requirements',
    ],
  ],
  [
    { labelSelector: {} },
    [
      `${labels}.requirements`,
      `Required value: when ${labels} is specified, requirements or rawSelector is required`,
    ],
  ],
  [
    { fieldSelector: { requirements: [{ key: 'a', operator: 'In', values: [] }] } },
    [
      `${fields}.requirements[0].values`,
      "Required value: must be specified when `operator` is 'In' or 'NotIn'",
    ],
  ],
  [
    { fieldSelector: { requirements: [{ key: '', operator: 'Exists' }] } },
    [`${fields}.requirements[0].key`, 'Required value: must be specified'],
  ],
])('refuses a review with %j', async (selectors, [field, message]) => {
  const { status, body } = await review(32, { ...pods, ...selectors });
  expect([status, body.details?.causes]).toEqual([
    422,
    [expect.objectContaining({ field, message })],
  ]);
});

it.each([
  [
    { labelSelector: { requirements: [{ key: 'a', operator: 'Near' }] } },
    `${labels} ignored due to parse error`,
  ],
  [
    {
      labelSelector: {
        requirements: [
          { key: 'a', operator: 'Near' },
          { key: 'b', operator: 'Exists' },
        ],
      },
    },
    `${labels} partially ignored due to parse error`,
  ],
  [
    { fieldSelector: { requirements: [{ key: 'a', operator: 'Exists' }] } },
    `${fields} ignored due to parse error`,
  ],
  [{ fieldSelector: { rawSelector: 'a' } }, `${fields} ignored due to parse error`],
  [{ fieldSelector: { rawSelector: 'a=b' } }, undefined],
])(
  'decides a review with %j without what it cannot read, and says so',
  async (selectors, fault) => {
    const { status, body } = await review(37, { ...pods, ...selectors });
    expect([status, body.status]).toEqual([
      201,
      { allowed: false, ...(fault !== undefined && { evaluationError: fault }) },
    ]);
  },
);

it('knows no selectors of reviews before there were any', async () => {
  const { status } = await review(30, { ...pods, labelSelector: {} });
  expect(status).toBe(201);
});

it('shows public paths to users of no group only where somebody may see them', async () => {
  const nonResourceAttributes = { path: '/healthz', verb: 'get' };
  const { body } = await post(37, reviews, { spec: { user: 'x', nonResourceAttributes } });
  expect(body.status).toEqual({ allowed: false });
});

it('looks for the pod of a token, whatever version of pods the reference names', async () => {
  const account = '/api/v1/namespaces/default/serviceaccounts';
  await post(24, account, { metadata: { name: 'a' } });
  const spec = { boundObjectRef: { kind: 'Pod', name: 'zz' } };
  const { status, body } = await post(24, `${account}/a/token`, { spec });
  expect([status, body.message]).toEqual([404, 'pods "zz" not found']);
});
