/** FlowSchemas: which requests go to which priority level. */
import { ageColumn, column, none } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import { exactSpec, mandatoryFlowSchemas } from './flow-control-defaults.ts';
import type { Kind } from '../object/kind.ts';
import { changeField, fillAbsent, fillUnset, type FieldErrors } from '#values';
import { validateMetadata } from '../object/validate-metadata.ts';
import type { StrategyContext } from '../object/part.ts';
import { sameInVersion } from '../object/served-version.ts';
import { checkStated } from '../object/stated-checks.ts';
import { statusAlone } from '../object/subresources.ts';
import type { FlowSchema, FlowSchemaSpec } from '#types/flowcontrol-v1beta2';
import { accessChecks } from '../late-checks.ts';

export const flowSchema: Kind<FlowSchema> = defineKind<FlowSchema>({
  group: 'flowcontrol.apiserver.k8s.io',
  version: 'v1beta2',
  kind: 'FlowSchema',
  plural: 'flowschemas',
  namespaced: false,
  subresources: {
    status: statusAlone({
      keepsMetadata: 'all but owners',
      validate(errors, { status }, _old, { profile }) {
        checkStated(errors, profile, (stated) => {
          accessChecks.code.validateFlowConditions(errors, stated, status?.conditions);
        });
      },
    }),
  },
  rules: {
    load: accessChecks.load,
    generation: (object) => object.spec,
    defaults(object) {
      const whole = fillAbsent(object, { spec: {} as FlowSchemaSpec, status: {} });
      return changeField(whole, 'spec', (spec) => {
        const named = fillAbsent(spec, { priorityLevelConfiguration: { name: '' } });
        return fillUnset(named, { matchingPrecedence: 1000 });
      });
    },
    prepareCreate: (object) => ({ ...object, status: {} }),
    validate: validateFlowSchema,
    validateUpdate(errors, object, _old, context) {
      validateMetadata(errors, object.metadata, flowSchema);
      validateFlowSchema(errors, object, context);
    },
  },
  table: {
    columns: [
      column('PriorityLevel', 'string', 'Priority level of the requests.', ({ spec }) => {
        return spec.priorityLevelConfiguration.name;
      }),
      column('MatchingPrecedence', 'string', 'Rank: the lowest that matches wins.', ({ spec }) => {
        return spec.matchingPrecedence!;
      }),
      column('DistinguisherMethod', 'string', 'What divides the requests into flows.', (object) => {
        return object.spec.distinguisherMethod?.type ?? none;
      }),
      ageColumn,
      column('MissingPL', 'string', 'Whether the priority level is missing.', ({ status }) => {
        return status?.conditions?.find(({ type }) => type === 'Dangling')?.status ?? '?';
      }),
    ],
    order: (a, b) =>
      (a.spec.matchingPrecedence ?? 0) - (b.spec.matchingPrecedence ?? 0) ||
      (a.metadata.name < b.metadata.name ? -1 : 1),
  },
  view: { isLeftOutOfSummary: true, isMadeByOthers: true, madeFor: [] },
});

// All versions have the same fields.
export const flowSchemaBeta1: Kind<FlowSchema> = sameInVersion(flowSchema, 'v1beta1');
export const flowSchemaBeta3: Kind<FlowSchema> = sameInVersion(flowSchema, 'v1beta3');
export const flowSchemaV1: Kind<FlowSchema> = sameInVersion(flowSchema, 'v1');

function validateFlowSchema(
  errors: FieldErrors,
  { metadata, spec, status }: FlowSchema,
  { profile }: StrategyContext,
): void {
  accessChecks.code.validateFlowSchemaSpec(errors, metadata.name, spec);
  exactSpec(
    errors,
    mandatoryFlowSchemas,
    metadata.name,
    spec,
    (input) => `flowcontrol.FlowSchemaSpec${JSON.stringify(input)}`,
  );
  checkStated(errors, profile, (stated) => {
    accessChecks.code.validateFlowConditions(errors, stated, status?.conditions);
  });
}
