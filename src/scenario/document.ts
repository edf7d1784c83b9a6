/** The top level of a scenario file. */
import { authorizationModes, gateNames } from '#kinds';
import { isList } from './source/node.ts';
import { behaviourRule } from './shape/behaviour-rule.ts';
import { describe } from './shape/checker.ts';
import { fields } from './shape/fields.ts';
import { manifests } from './shape/manifest-files.ts';
import { nodeGroups } from './shape/node-group.ts';
import { racesShape } from './shape/races.ts';
import {
  anything,
  anyMap,
  duration,
  flag,
  integer,
  list,
  mapOf,
  text,
  type Shape,
  type ValueOf,
} from './shape/shape.ts';
import { releasesShape } from './shape/release-range.ts';
import { webhookAddress } from './shape/webhook-address.ts';
import { stepSchema } from './step-shape.ts';
import { calendarTime, moment } from './timing/moment.ts';

/** Steps are read one by one, each with the variables that it sees; here only the list is checked. */
const steps: Shape<true> = {
  schema: { type: 'array', items: stepSchema, description: 'What happens, and when.' },
  check(node, checker) {
    return isList(node)
      ? true
      : checker.problem(node, `expected a list of steps, found ${describe(node)}`);
  },
};

/** Variables are read first, see variables/. */
const variables = anyMap({
  doc: 'Variables and their defaults. ${name} stands for the value in any place; --set name=value overrides it.',
});
const matrix: Shape<unknown> = {
  ...anyMap({
    doc: 'Variables with a list of values each: every combination is a run of its own.',
  }),
  schema: {
    type: 'object',
    description: 'Variables with a list of values each: every combination is a run of its own.',
    additionalProperties: { type: 'array', minItems: 1 },
  },
};

export const scenarioShape = fields({
  doc: 'a scenario',
  required: {},
  optional: {
    $schema: text({ doc: 'Location of the JSON Schema, for editors.' }),
    name: text({ doc: 'Short name; default: that of the file.' }),
    description: text({ doc: 'What it shows, in a sentence.' }),
    topic: text({ doc: 'What it belongs to, such as rollouts: listings and reports group by it.' }),
    slow: flag({
      doc: 'It takes long: tests of a folder leave it out unless they are asked for all.',
    }),
    kubernetes: releasesShape,
    seed: integer({ doc: 'Seed of chance: the same seed gives the same run. Default: 1.', min: 0 }),
    start: calendarTime({ doc: 'Virtual time at which it starts. Default: 2026-01-01T00:00:00Z.' }),
    until: moment({ doc: 'How long it runs. Default: 30 s behind the last step.' }),
    variables,
    matrix,
    include: list(text({ doc: 'a file, seen from this one' }), {
      doc: 'Files whose variables, cluster and steps come in front of those here.',
    }),
    featureGates: mapOf(flag({ doc: 'whether the gate is on' }), {
      doc: 'Feature gates that differ from the defaults, such as CronJobTimeZone: true.',
      keys: gateNames,
    }),
    runtimeConfig: mapOf(flag({ doc: 'whether it is served' }), {
      doc: 'What is served otherwise than by default, by key: api/beta, GROUP/VERSION or GROUP/VERSION/RESOURCE.',
    }),
    controllers: list(text({ doc: 'a controller, with a minus in front to leave it out' }), {
      doc: 'The controllers that run: only those named, or all but those with a minus in front.',
    }),
    metricsInterval: duration({
      doc: 'How often resource metrics are measured. Default: at every request.',
      min: 'second',
    }),
    cluster: fields({
      doc: 'the cluster at the start',
      required: {},
      optional: {
        nodes: nodeGroups,
        authorization: text({
          doc: 'Who may do what, of clients over HTTP: masters (administrators everything), rbac (by roles), none (everyone everything). Default: masters.',
          oneOf: authorizationModes,
        }),
        webhookAddresses: list(webhookAddress, {
          doc: 'What stands for the Services of webhooks on this machine, as NAMESPACE/NAME[:PORT]=HOST:PORT.',
        }),
        unknownKinds: text({
          doc: 'What is done with custom resources that no definition declares: reject (the default), or keep: they are stored as they are written.',
          oneOf: ['reject', 'keep'],
        }),
        races: racesShape,
        controllerAccounts: flag({
          doc: 'Controllers act as service accounts of their own in kube-system, as with kubeadm and kind. Default: false.',
        }),
        podsPerObject: integer({
          doc: 'The most pods that one object gets: more would take hours and gigabytes. Default: 20000.',
          min: 1,
          max: 10_000_000,
        }),
        kubeletEvents: flag({
          doc: 'Kubelets record events of pods: Pulling, Pulled, Created, Started, Failed, BackOff, Killing. Default: false.',
        }),
        objects: {
          ...manifests,
          schema: {
            ...manifests.schema,
            description:
              'API objects to begin with, with uids and status as kubectl get -o yaml gives them: a list, or the files that hold them.',
          },
        },
      },
    }),
    behaviour: list(behaviourRule, {
      doc: 'How pods behave: rules, of which later ones win, field by field.',
    }),
    definitions: anything({ doc: 'Anything: a place for YAML anchors.' }),
    steps,
  },
});

export type ScenarioValues = ValueOf<typeof scenarioShape>;
