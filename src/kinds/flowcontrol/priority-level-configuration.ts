/** PriorityLevelConfigurations: how many requests run at the same time, and how many may wait. */
import { ageColumn, column, none } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import { exactSpec, mandatoryPriorityLevels } from './flow-control-defaults.ts';
import type { Kind } from '../object/kind.ts';
import type { KindRules } from '../object/kind-rules.ts';
import type { Column } from '../object/kind-table.ts';
import { checkStated } from '../object/stated-checks.ts';
import type { Profile } from '../profile/profile.ts';
import {
  changeField,
  fillAbsent,
  fillUnset,
  invalid,
  semanticEqual,
  show,
  showPointer,
  showStruct,
  type FieldErrors,
  type Shown,
} from '#values';
import { validateMetadata } from '../object/validate-metadata.ts';
import { servedVersion } from '../object/served-version.ts';
import { statusAlone } from '../object/subresources.ts';
import type {
  LimitedPriorityLevelConfiguration,
  LimitResponse,
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
  QueuingConfiguration,
} from '#types/flowcontrol-v1beta2';
import { accessChecks } from '../late-checks.ts';

type Spec = PriorityLevelConfigurationSpec;
type Rules = Pick<KindRules<PriorityLevelConfiguration>, 'validate' | 'validateUpdate'>;

/** @param shares the field of its version that has the shares */
function checksOf(shares: string): Rules {
  const validate: Rules['validate'] = (errors, { metadata, spec, status }, { profile }) => {
    checkStated(errors, profile, (stated) => {
      const { name } = metadata;
      accessChecks.code.validatePriorityLevelSpec({ errors, stated, profile, shares }, name, spec);
      validateMandatory(errors, name, spec, profile);
      accessChecks.code.validateFlowConditions(errors, stated, status?.conditions);
    });
  };
  return {
    validate,
    validateUpdate(errors, object, _old, context) {
      validateMetadata(errors, object.metadata, priorityLevelConfiguration);
      validate(errors, object, context);
    },
  };
}

export const priorityLevelConfiguration: Kind<PriorityLevelConfiguration> =
  defineKind<PriorityLevelConfiguration>({
    group: 'flowcontrol.apiserver.k8s.io',
    version: 'v1beta2',
    kind: 'PriorityLevelConfiguration',
    plural: 'prioritylevelconfigurations',
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
      defaults: (object, profile) => withDefaults(object, profile, 'assuredConcurrencyShares'),
      prepareCreate: (object) => ({ ...object, status: {} }),
      ...checksOf('assuredConcurrencyShares'),
    },
    table: {
      columns: [
        column('Type', 'string', 'Whether requests of this level are limited.', ({ spec }) => {
          return spec.type;
        }),
        { ...sharesColumn('AssuredConcurrencyShares'), until: 25 },
        { ...sharesColumn('NominalConcurrencyShares'), since: 26 },
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
    view: { isLeftOutOfSummary: true, isMadeByOthers: true, madeFor: ['FlowSchema'] },
  });

function sharesColumn(name: string): Column<PriorityLevelConfiguration> {
  return column(name, 'string', 'Share of the requests that may run.', (object) =>
    shown(object.spec.limited?.assuredConcurrencyShares),
  );
}

export const priorityLevelConfigurationBeta1: Kind<PriorityLevelConfiguration> = servedVersion(
  priorityLevelConfiguration,
  {
    version: 'v1beta1',
    toStorage: (object: PriorityLevelConfiguration) => object,
    fromStorage: (stored) => stored,
  },
);

/** A level in the versions in which the shares have another name. */
type NominalLevel = PriorityLevelConfiguration;

function nominalVersion(version: string): Kind<NominalLevel> {
  return servedVersion<NominalLevel, PriorityLevelConfiguration>(priorityLevelConfiguration, {
    version,
    toStorage: (object) => renameShares(object, nominal, 'assuredConcurrencyShares'),
    fromStorage: (stored) => renameShares(stored, 'assuredConcurrencyShares', nominal),
    rules: {
      defaults: (object, profile) => withDefaults(object, profile, nominal, version !== 'v1'),
      ...checksOf(nominal),
    },
  });
}

const nominal = 'nominalConcurrencyShares';

export const priorityLevelConfigurationBeta3: Kind<NominalLevel> = nominalVersion('v1beta3');
export const priorityLevelConfigurationV1: Kind<NominalLevel> = nominalVersion('v1');

function renameShares(
  object: PriorityLevelConfiguration,
  from: string,
  to: string,
): PriorityLevelConfiguration {
  return changeField(object, 'spec', (spec) =>
    changeField(spec, 'limited', (limited) => {
      const { [from]: shares, ...rest } = limited as unknown as Record<string, unknown>;
      const named = shares === undefined ? rest : { ...rest, [to]: shares };
      return named as unknown as LimitedPriorityLevelConfiguration;
    }),
  );
}

const noSpec = { type: '' } as Spec;
const noResponse = { type: '' } as LimitResponse;
const defaultQueuing: QueuingConfiguration = { queues: 64, handSize: 8, queueLengthLimit: 50 };
const defaultShares = 30;

/** @param fillsZero whether no shares are as if none were given */
function withDefaults(
  object: PriorityLevelConfiguration,
  profile: Profile,
  shares: string,
  fillsZero = true,
): PriorityLevelConfiguration {
  const whole = fillAbsent(object, { spec: noSpec, status: {} });
  const lends = profile.enabled('PriorityLevelsLend');
  return changeField(whole, 'spec', (spec) => {
    const limited = changeField(spec, 'limited', (input) => {
      const fillShares = fillsZero ? fillUnset : fillAbsent;
      const shared = fillShares(fillAbsent(input, { limitResponse: noResponse }), {
        [shares]: defaultShares,
      });
      const filled = lends ? fillAbsent(shared, { lendablePercent: 0 }) : shared;
      return changeField(filled, 'limitResponse', (response) =>
        changeField(response, 'queuing', (queuing) => fillUnset(queuing, defaultQueuing)),
      );
    });
    return changeField(limited, 'exempt', (exempt) => fillAbsent(exempt, nothingToLend));
  });
}

const nothingToLend = { nominalConcurrencyShares: 0, lendablePercent: 0 };

/** All of a mandatory level is fixed, but what the level of exempt requests lends. */
function validateMandatory(errors: FieldErrors, name: string, spec: Spec, profile: Profile): void {
  const mandatory = mandatoryPriorityLevels(profile);
  if (name !== 'exempt' || !profile.enabled('ExemptLevelsLend')) {
    return exactSpec(errors, mandatory, name, spec, showSpec);
  }
  const { exempt } = mandatory.exempt!;
  if (semanticEqual({ ...spec, exempt }, mandatory.exempt)) return;
  const why = "spec of 'exempt' except the 'spec.exempt' field must equal the fixed value";
  errors.push(invalid('spec', showSpec(spec), why));
}

function showSpec({ type, limited }: Spec): Shown {
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
