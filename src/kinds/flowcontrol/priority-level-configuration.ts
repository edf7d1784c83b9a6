/** PriorityLevelConfigurations: how many requests run at the same time, and how many may wait. */
import { ageColumn, column, none } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import { exactSpec, mandatoryPriorityLevels } from './flow-control-defaults.ts';
import type { Kind } from '../object/kind.ts';
import {
  changeField,
  fillAbsent,
  fillUnset,
  show,
  showPointer,
  showStruct,
  type FieldErrors,
} from '#values';
import { validateMetadata } from '../object/validate-metadata.ts';
import { servedVersion } from '../object/served-version.ts';
import { statusPart } from '../object/subresources.ts';
import type {
  LimitedPriorityLevelConfiguration,
  LimitResponse,
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
  QueuingConfiguration,
} from '#types/flowcontrol-v1beta2';
import { validateFlowConditions } from './validate-flow-schema.ts';
import { validatePriorityLevelSpec } from './validate-priority-level.ts';

export const priorityLevelConfiguration: Kind<PriorityLevelConfiguration> =
  defineKind<PriorityLevelConfiguration>({
    group: 'flowcontrol.apiserver.k8s.io',
    version: 'v1beta2',
    kind: 'PriorityLevelConfiguration',
    plural: 'prioritylevelconfigurations',
    namespaced: false,
    subresources: {
      status: statusPart({
        validate: (errors, { status }) => validateFlowConditions(errors, status?.conditions),
      }),
    },
    rules: {
      generation: (object) => object.spec,
      defaults(object) {
        const whole = fillAbsent(object, { spec: noSpec, status: {} });
        return changeField(whole, 'spec', (spec) => changeField(spec, 'limited', defaultLimited));
      },
      prepareCreate: (object) => ({ ...object, status: {} }),
      validate: validatePriorityLevel,
      validateUpdate(errors, object) {
        validateMetadata(errors, object.metadata, priorityLevelConfiguration);
        validatePriorityLevel(errors, object);
      },
    },
    table: {
      columns: [
        column('Type', 'string', 'Whether requests of this level are limited.', ({ spec }) => {
          return spec.type;
        }),
        column(
          'AssuredConcurrencyShares',
          'string',
          'Share of the requests that may run.',
          (object) => shown(object.spec.limited?.assuredConcurrencyShares),
        ),
        column('Queues', 'string', 'How many queues there are.', (object) =>
          shown(queuingOf(object)?.queues),
        ),
        column('HandSize', 'string', 'How many queues a flow may use.', (object) =>
          shown(queuingOf(object)?.handSize),
        ),
        column('QueueLengthLimit', 'string', 'How many requests a queue may hold.', (object) =>
          shown(queuingOf(object)?.queueLengthLimit),
        ),
        ageColumn,
      ],
    },
    view: { isLeftOutOfSummary: true, isMadeByOthers: true },
  });

export const priorityLevelConfigurationBeta1: Kind<PriorityLevelConfiguration> = servedVersion(
  priorityLevelConfiguration,
  {
    version: 'v1beta1',
    toStorage: (object: PriorityLevelConfiguration) => object,
    fromStorage: (stored) => stored,
  },
);

const noSpec = { type: '' } as PriorityLevelConfigurationSpec;
const noResponse = { type: '' } as LimitResponse;
const defaultQueuing: QueuingConfiguration = { queues: 64, handSize: 8, queueLengthLimit: 50 };

function defaultLimited(
  limited: LimitedPriorityLevelConfiguration,
): LimitedPriorityLevelConfiguration {
  const whole = fillAbsent(limited, { limitResponse: noResponse });
  const shared = fillUnset(whole, { assuredConcurrencyShares: 30 });
  return changeField(shared, 'limitResponse', (response) =>
    changeField(response, 'queuing', (queuing) => fillUnset(queuing, defaultQueuing)),
  );
}

function validatePriorityLevel(
  errors: FieldErrors,
  { metadata, spec, status }: PriorityLevelConfiguration,
): void {
  validatePriorityLevelSpec(errors, metadata.name, spec);
  exactSpec(errors, mandatoryPriorityLevels, metadata.name, spec, showSpec);
  validateFlowConditions(errors, status?.conditions);
}

function showSpec({ type, limited }: PriorityLevelConfigurationSpec): string {
  return showStruct('flowcontrol.PriorityLevelConfigurationSpec', [
    ['Type', show(type ?? '')],
    ['Limited', showPointer('flowcontrol.LimitedPriorityLevelConfiguration', limited)],
  ]);
}

function queuingOf({ spec }: PriorityLevelConfiguration): QueuingConfiguration | undefined {
  return spec.limited?.limitResponse?.queuing;
}

function shown(value: number | undefined): number | string {
  return value ?? none;
}
