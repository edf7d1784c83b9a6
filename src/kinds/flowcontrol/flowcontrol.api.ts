/** flowcontrol: which requests wait for which, and its versions. Notation: see src/schema/notation.ts. */
const common = `
kind FlowSchema { spec: FlowSchemaSpec #2 required@1.37-; status: FlowSchemaStatus #3 }

FlowSchemaSpec {
  distinguisherMethod: *FlowDistinguisherMethod #3
  matchingPrecedence: int32 #2 written
  priorityLevelConfiguration!: PriorityLevelConfigurationReference #1
  rules: [PolicyRulesWithSubjects] #4 atomic
}

FlowDistinguisherMethod { type!: string #1 }
PriorityLevelConfigurationReference { name!: string #1 }

PolicyRulesWithSubjects {
  nonResourceRules: [NonResourcePolicyRule] #3 atomic
  resourceRules: [ResourcePolicyRule] #2 atomic
  subjects!: [Subject] #1 atomic
}

NonResourcePolicyRule { nonResourceURLs!: [string] #6 set; verbs!: [string] #1 set }

ResourcePolicyRule {
  apiGroups!: [string] #2 set
  clusterScope: boolean #4
  namespaces: [string] #5 set written
  resources!: [string] #3 set
  verbs!: [string] #1 set
}

Subject {
  group: *GroupSubject #3
  kind!: string #1
  serviceAccount: *ServiceAccountSubject #4
  user: *UserSubject #2
}

GroupSubject { name!: string #1 }
ServiceAccountSubject { name!: string #2; namespace!: string #1 }
UserSubject { name!: string #1 }

FlowSchemaStatus { conditions: [FlowSchemaCondition] #1 map=type }

FlowSchemaCondition {
  lastTransitionTime: Time #3
  message: string #5
  reason: string #4
  status: string #2
  type: string #1 required@1.37-
}

kind PriorityLevelConfiguration {
  spec: PriorityLevelConfigurationSpec #2 required@1.37-
  status: PriorityLevelConfigurationStatus #3
}

PriorityLevelConfigurationSpec {
  exempt: *ExemptPriorityLevelConfiguration #3 since=1.28
  limited: *LimitedPriorityLevelConfiguration #2
  type!: string #1
}

ExemptPriorityLevelConfiguration { lendablePercent: *int32 #2; nominalConcurrencyShares: *int32 #1 }

LimitResponse { queuing: *QueuingConfiguration #2; type!: string #1 }

QueuingConfiguration {
  handSize: int32 #2 written
  queueLengthLimit: int32 #3 written
  queues: int32 #1 written
}

PriorityLevelConfigurationStatus { conditions: [PriorityLevelConfigurationCondition] #1 map=type }

PriorityLevelConfigurationCondition {
  lastTransitionTime: Time #3
  message: string #5
  reason: string #4
  status: string #2
  type: string #1 required@1.37-
}
`;

/** Of each version. The first two call the shares "assured". */
const limited = `
LimitedPriorityLevelConfiguration {
  borrowingLimitPercent: *int32 #4 since=1.26
  lendablePercent: *int32 #3 since=1.26
  limitResponse: LimitResponse #2 required@1.37-
  nominalConcurrencyShares: int32 #1 written
}
`;

/** flowcontrol/v1beta1 and v1beta2 */
export const flowcontrolBeta: readonly string[] = [
  common,
  limited.replace('nominalConcurrencyShares', 'assuredConcurrencyShares'),
];

/** Patches merge the conditions of the later versions. */
const merging = common.replaceAll('map=type', 'merge=type map=type');

/** flowcontrol/v1beta3 */
export const flowcontrolV1Beta3: readonly string[] = [merging, limited];

/** flowcontrol/v1, in which no shares differ from none given. */
export const flowcontrolV1: readonly string[] = [
  merging,
  limited.replace('Shares: int32', 'Shares: *int32'),
];
