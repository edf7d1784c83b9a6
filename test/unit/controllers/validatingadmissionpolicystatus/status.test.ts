import { describe, expect, it } from 'vitest';
import { kindsOf } from '#catalog';
import { profileOf } from '#kinds';
import { createCluster, type Cluster } from '#kit';
import { matchedKinds } from '../../../../controllers/validatingadmissionpolicystatus/matched-kinds.ts';

const rule = (groups: readonly string[], versions: readonly string[], ...resources: string[]) => ({
  ...{ apiGroups: [...groups], apiVersions: [...versions] },
  ...{ operations: ['CREATE'], resources },
});

describe('the kinds that a policy is checked against', () => {
  const all = kindsOf(profileOf(34));
  const names = (...resourceRules: ReturnType<typeof rule>[]): readonly string[] =>
    matchedKinds({ resourceRules } as never, all).map(({ group, kind }) => `${group}/${kind}`);

  it('are in order, once each', () => {
    const apps = rule(['apps'], ['v1'], 'statefulsets', 'deployments', 'deployments/scale');
    expect(names(apps, rule([''], ['v1'], 'pods'), apps)).toEqual([
      ...['/Pod', 'apps/Deployment', 'apps/StatefulSet'],
    ]);
  });

  it('are of any group where the rule names the core group', () => {
    expect(names(rule([''], ['v1'], 'Events', 'job'))).toEqual([
      ...['/Event', 'batch/Job', 'events.k8s.io/Event'],
    ]);
  });

  it('are none for a star', () => {
    expect(names(rule(['*'], ['v1'], 'pods'), rule([''], ['*'], 'pods'))).toEqual([]);
    expect(names(rule([''], ['v1'], '*'))).toEqual([]);
  });
});

describe('the status of a policy', () => {
  const policy = (apiVersion: string, expression: string) => ({
    apiVersion: `admissionregistration.k8s.io/${apiVersion}`,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'p' },
    spec: {
      matchConstraints: { resourceRules: [rule(['apps'], ['v1'], 'deployments')] },
      variables: [{ name: 'most', expression: 'object.spec.replicas' }],
      validations: [{ expression, messageExpression: '"x" + variables.most' }],
    },
  });

  interface Status {
    readonly observedGeneration?: number;
    readonly typeChecking?: {
      readonly expressionWarnings?: readonly { readonly fieldRef: string; warning: string }[];
    };
  }

  async function statusOf(cluster: Cluster): Promise<Status | undefined> {
    await cluster.settle();
    const { status } = await cluster.get('ValidatingAdmissionPolicy', 'p');
    return status as Status | undefined;
  }

  it('says which expressions do not fit, until they do', async () => {
    await using cluster = await createCluster({ kubernetes: '1.34' });
    await cluster.apply(policy('v1', 'object.spec.replica == 1'));
    const { observedGeneration, typeChecking } = (await statusOf(cluster))!;
    expect(observedGeneration).toBe(1);
    expect(typeChecking!.expressionWarnings).toEqual([
      {
        fieldRef: 'spec.validations[0].expression',
        warning:
          "apps/v1, Kind=Deployment: ERROR: <input>:1:12: undefined field 'replica'\n" +
          ' | object.spec.replica == 1\n | ...........^\n',
      },
      {
        fieldRef: 'spec.validations[0].messageExpression',
        warning:
          "apps/v1, Kind=Deployment: ERROR: <input>:1:5: found no matching overload for '_+_' applied to '(string, int)'\n" +
          ' | "x" + variables.most\n | ....^\n',
      },
    ]);
    const fitting = policy('v1', 'object.spec.replicas == 1');
    fitting.spec.validations[0]!.messageExpression = '"x"';
    await cluster.apply(fitting);
    expect(await statusOf(cluster)).toEqual({ observedGeneration: 2 });
  });

  it('does not know variables before 1.30', async () => {
    await using cluster = await createCluster({
      ...{ kubernetes: '1.29', runtimeConfig: { 'api/beta': true } },
      featureGates: { ValidatingAdmissionPolicy: true },
    });
    await cluster.apply(policy('v1beta1', 'object.spec.replicas == 1'));
    const { typeChecking } = (await statusOf(cluster))!;
    expect(typeChecking!.expressionWarnings!.map(({ warning }) => warning)).toEqual([
      expect.stringContaining("undeclared reference to 'variables' (in container '')"),
    ]);
  });

  it('is empty at 1.27', async () => {
    await using cluster = await createCluster({
      ...{ kubernetes: '1.27', runtimeConfig: { 'api/alpha': true } },
      featureGates: { ValidatingAdmissionPolicy: true },
    });
    const { matchConstraints } = policy('v1alpha1', 'true').spec;
    const spec = { matchConstraints, validations: [{ expression: 'object.nope == 1' }] };
    await cluster.apply({ ...policy('v1alpha1', 'true'), spec });
    expect((await statusOf(cluster))?.typeChecking).toBeUndefined();
  });
});
