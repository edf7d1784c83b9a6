/** flowcontrol, of v1beta1 and v1beta2 alike: which requests wait for which. Notation: see parse.ts. */
export const flowcontrol = `
kind FlowSchema { spec: FlowSchemaSpec; status: FlowSchemaStatus }

FlowSchemaSpec {
  distinguisherMethod: *FlowDistinguisherMethod
  matchingPrecedence: int32 written
  priorityLevelConfiguration!: PriorityLevelConfigurationReference
  rules: [PolicyRulesWithSubjects] atomic
}

FlowDistinguisherMethod { type!: string }
PriorityLevelConfigurationReference { name!: string }

PolicyRulesWithSubjects {
  nonResourceRules: [NonResourcePolicyRule] atomic
  resourceRules: [ResourcePolicyRule] atomic
  subjects!: [Subject] atomic
}

NonResourcePolicyRule { nonResourceURLs!: [string] set; verbs!: [string] set }

ResourcePolicyRule {
  apiGroups!: [string] set
  clusterScope: boolean
  namespaces: [string] set written
  resources!: [string] set
  verbs!: [string] set
}

Subject {
  group: *GroupSubject
  kind!: string
  serviceAccount: *ServiceAccountSubject
  user: *UserSubject
}

GroupSubject { name!: string }
ServiceAccountSubject { name!: string; namespace!: string }
UserSubject { name!: string }

FlowSchemaStatus { conditions: [FlowSchemaCondition] map=type }

FlowSchemaCondition {
  lastTransitionTime: Time
  message: string
  reason: string
  status: string
  type: string
}

kind PriorityLevelConfiguration {
  spec: PriorityLevelConfigurationSpec
  status: PriorityLevelConfigurationStatus
}

PriorityLevelConfigurationSpec { limited: *LimitedPriorityLevelConfiguration; type!: string }

LimitedPriorityLevelConfiguration {
  assuredConcurrencyShares: int32 written
  limitResponse: LimitResponse
}

LimitResponse { queuing: *QueuingConfiguration; type!: string }

QueuingConfiguration {
  handSize: int32 written
  queueLengthLimit: int32 written
  queues: int32 written
}

PriorityLevelConfigurationStatus { conditions: [PriorityLevelConfigurationCondition] map=type }

PriorityLevelConfigurationCondition {
  lastTransitionTime: Time
  message: string
  reason: string
  status: string
  type: string
}
`;
