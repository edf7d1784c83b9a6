/** Which fields are accounted for depends on the release. */
import { expect, it } from 'vitest';
import { configMap, job, profileOf } from '#kinds';
import { explainer } from '#runtime';
import type { Accountant } from '#record';
import { ofRelease } from '../../../src/record/why/of-release.ts';

const account = () => ({ value: 0, rule: 'is nothing', terms: [] });
const counter: Accountant = {
  controller: 'counter',
  actor: 'counter',
  explainers: [
    explainer(job, { 'status.active': account, 'status.terminating': account }),
    explainer(configMap, { 'data.pods': account }),
  ],
};

it.each([
  [24, ['status.active']],
  [28, ['status.active', 'status.terminating']],
])('accounts at 1.%i for the fields that its types have', (minor, fields) => {
  const [accountant] = ofRelease([counter], profileOf(minor));
  expect(accountant!.explainers.map((each) => Object.keys(each.fields))).toEqual([
    fields,
    ['data.pods'],
  ]);
});
