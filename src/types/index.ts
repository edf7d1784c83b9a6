/**
 * The TypeScript types of API objects. The files named after a group and version are
 * generated from the schema; groups whose names collide with others' are namespaces.
 */
export type * from './scalars.ts';
export type * from './templates.ts';
export type * from './claim-template.ts';
// Not StatusCause and StatusDetails: meta/errors.ts states these more exactly.
export type {
  APIGroup,
  APIGroupList,
  APIResource,
  APIResourceList,
  APIVersions,
  Condition,
  DeleteOptions,
  LabelSelector,
  LabelSelectorRequirement,
  ListMeta,
  ManagedFieldsEntry,
  ObjectMeta,
  OwnerReference,
  Preconditions,
  Status,
  WatchEvent,
} from './meta-v1.ts';
// Their references to services are named like those of other groups.
export type {
  MatchCondition,
  MatchResources,
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  MutatingWebhook,
  MutatingWebhookConfiguration,
  Mutation,
  NamedRuleWithOperations,
  ParamKind,
  ParamRef,
  RuleWithOperations,
  ServiceReference as WebhookService,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhook,
  ValidatingWebhookConfiguration,
  Validation,
  Variable,
  WebhookClientConfig,
} from './admissionregistration-v1.ts';
export type * from './core-v1.ts';
export type * from './apps-v1.ts';
export type * from './batch-v1.ts';
export type * from './autoscaling-v1.ts';
export type * from './networking-v1.ts';
export type * from './policy-v1.ts';
export type * from './node-v1.ts';
export type * from './rbac-v1.ts';
export type * from './storage-v1.ts';
export type * from './scheduling-v1.ts';
export type * from './coordination-v1.ts';
export type * from './metrics-v1beta1.ts';
export type * from './certificates-v1.ts';
export type * as flowcontrolV1Beta2 from './flowcontrol-v1beta2.ts';
export type {
  IDRange,
  AllowedHostPath,
  PodSecurityPolicy,
  PodSecurityPolicySpec,
  RunAsGroupStrategyOptions,
  RuntimeClassStrategyOptions,
} from './policy-v1beta1.ts';
export type * as apiregistrationV1 from './apiregistration-v1.ts';
export type * as autoscalingV2 from './autoscaling-v2.ts';
export type * as discoveryV1 from './discovery-v1.ts';
export type * as eventsV1 from './events-v1.ts';
export type * as authenticationV1 from './authentication-v1.ts';
export type * as authorizationV1 from './authorization-v1.ts';
// Not the types of webhook clients, which other groups have under the same names.
export type {
  CustomResourceColumnDefinition,
  CustomResourceConversion,
  CustomResourceDefinition,
  CustomResourceDefinitionCondition,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionStatus,
  CustomResourceDefinitionVersion,
  CustomResourceSubresourceScale,
  CustomResourceSubresources,
  JSONSchemaProps,
  JSONSchemaPropsOrArray,
  JSONSchemaPropsOrBool,
  SelectableField,
  WebhookConversion,
} from './apiextensions-v1.ts';
export type * as coordinationV1Beta1 from './coordination-v1beta1.ts';
export type * as resourceV1 from './resource-v1.ts';
export type * as storagemigrationV1 from './storagemigration-v1.ts';
