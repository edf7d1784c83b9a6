import { describe, expect, it } from 'vitest';
import { deployment } from '#kinds';
import type { Deployment } from '#types';
import { context, created, decoded, errorsOf, texts, updateErrorsOf } from '../samples.ts';
import { partOf } from '../../../support/part.ts';
import {
  selector,
  of,
  inTemplate,
  labelled,
  mismatch,
  at,
  unlike,
  shownTemplate,
} from '../workload-samples.ts';

const percent =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

describe('deployments', () => {
  const old = created(deployment, of(deployment));

  it('fill in what v1.24 fills in', () => {
    expect(old).toMatchObject({ status: {} });
    expect(old.spec).toEqual({
      selector,
      template: shownTemplate,
      replicas: 1,
      strategy: {
        type: 'RollingUpdate',
        rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' },
      },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
    });
    const zeros = of(deployment, { paused: false, minReadySeconds: 0 });
    expect(created(deployment, decoded(deployment, zeros)).spec).toEqual(old.spec);
    const strategy = { type: 'Recreate' };
    expect(created(deployment, of(deployment, { strategy })).spec.strategy).toEqual(strategy);
  });

  it('take annotations for work, which are passed on', () => {
    const annotated = {
      ...old,
      metadata: { ...old.metadata, annotations: { a: 'b' } },
    } as Deployment;
    expect(deployment.rules.generation!(annotated)).not.toEqual(deployment.rules.generation!(old));
  });

  it('print no zeros of a written status', () => {
    const wanted = decoded(deployment, {
      ...old,
      status: {
        replicas: 0,
        readyReplicas: 1,
        conditions: [{ type: 'Available', status: 'True' }],
      },
    });
    const next = partOf(deployment, 'status').prepare!(wanted, old, context);
    expect(next.status).toEqual({
      readyReplicas: 1,
      conditions: [
        { type: 'Available', status: 'True', lastUpdateTime: null, lastTransitionTime: null },
      ],
    });
  });

  const rolling = (rollingUpdate: object): object => ({
    strategy: { type: 'RollingUpdate', rollingUpdate },
  });
  const limits = 'spec.strategy.rollingUpdate';

  it.each<[name: string, spec: object, errors: readonly string[]]>([
    [
      'without selector',
      { selector: undefined },
      ['spec.selector: Required value', `${unlike}: map[string]string{"a":"b"}: ${mismatch}`],
    ],
    [
      'with an empty selector',
      { selector: {} },
      [
        'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: empty selector is invalid for deployment',
      ],
    ],
    [
      'with other labels',
      labelled({ c: 'd' }),
      [`${unlike}: map[string]string{"c":"d"}: ${mismatch}`],
    ],
    [
      'with a selector that is none',
      { selector: { matchExpressions: [{ key: 'a', operator: 'Is' }] } },
      [
        'spec.selector.matchExpressions[0].operator: Invalid value: "Is": not a valid selector operator',
        'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement{v1.LabelSelectorRequirement{Key:"a", Operator:"Is", Values:[]string(nil)}}}: invalid label selector',
      ],
    ],
    ['without containers', inTemplate({ containers: [] }), [`${at}.containers: Required value`]],
    [
      'of an unknown strategy',
      { strategy: { type: 'Blue' } },
      [
        'spec.strategy: Unsupported value: apps.DeploymentStrategy{Type:"Blue", RollingUpdate:(*apps.RollingUpdateDeployment)(nil)}: supported values: "Recreate", "RollingUpdate"',
      ],
    ],
    [
      'that recreate and roll',
      { strategy: { type: 'Recreate', rollingUpdate: {} } },
      [`${limits}: Forbidden: may not be specified when strategy \`type\` is 'Recreate'`],
    ],
    [
      'that cannot begin',
      rolling({ maxUnavailable: 0, maxSurge: '0%' }),
      [
        `${limits}.maxUnavailable: Invalid value: intstr.IntOrString{Type:0, IntVal:0, StrVal:""}: may not be 0 when \`maxSurge\` is 0`,
      ],
    ],
    [
      'with odd limits',
      rolling({ maxUnavailable: '101%', maxSurge: 'many' }),
      [
        `${limits}.maxSurge: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"many"}: ${percent}`,
        `${limits}.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: must not be greater than 100%`,
      ],
    ],
    [
      'with too short a deadline',
      { progressDeadlineSeconds: 600, minReadySeconds: 600, revisionHistoryLimit: -1 },
      [
        'spec.revisionHistoryLimit: Invalid value: -1: must be greater than or equal to 0',
        'spec.progressDeadlineSeconds: Invalid value: 600: must be greater than minReadySeconds',
      ],
    ],
  ])('are refused %s', (_, spec, errors) => {
    expect(errorsOf(deployment, of(deployment, spec))).toEqual(errors);
  });

  it('keep their selector', () => {
    const other = {
      selector: { matchLabels: { a: 'b', c: 'd' } },
      ...labelled({ a: 'b', c: 'd' }),
    };
    expect(updateErrorsOf(deployment, of(deployment, other), old)).toEqual([
      'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"a":"b", "c":"d"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable',
    ]);
  });

  it.each<[status: object, errors: readonly string[]]>([
    [{ replicas: 2, readyReplicas: 2, availableReplicas: 1, collisionCount: 3 }, []],
    [
      { observedGeneration: -1, collisionCount: 4 },
      ['observedGeneration: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      {
        replicas: 1,
        updatedReplicas: 2,
        readyReplicas: 2,
        availableReplicas: 3,
        collisionCount: 3,
      },
      [
        'updatedReplicas: Invalid value: 2: cannot be greater than status.replicas',
        'readyReplicas: Invalid value: 2: cannot be greater than status.replicas',
        'availableReplicas: Invalid value: 3: cannot be greater than status.replicas',
        'availableReplicas: Invalid value: 3: cannot be greater than readyReplicas',
      ],
    ],
    [{ collisionCount: 2 }, ['collisionCount: Invalid value: 2: cannot be decremented']],
    [{}, ['collisionCount: Invalid value: 0: cannot be decremented']],
    [
      {
        replicas: -2,
        updatedReplicas: -3,
        readyReplicas: -4,
        availableReplicas: -5,
        unavailableReplicas: -6,
        collisionCount: 3,
      },
      [
        'replicas: Invalid value: -2: must be greater than or equal to 0',
        'updatedReplicas: Invalid value: -3: must be greater than or equal to 0',
        'readyReplicas: Invalid value: -4: must be greater than or equal to 0',
        'availableReplicas: Invalid value: -5: must be greater than or equal to 0',
        'unavailableReplicas: Invalid value: -6: must be greater than or equal to 0',
      ],
    ],
  ])('have a status that makes sense: %j', (status, errors) => {
    const before = { ...old, status: { collisionCount: 3 } } as Deployment;
    const next = { ...old, status } as Deployment;
    expect(
      texts((errors) => partOf(deployment, 'status').validate!(errors, next, before, context)),
    ).toEqual(errors.map((error) => `status.${error}`));
  });
});
