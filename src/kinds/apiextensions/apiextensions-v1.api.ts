/** apiextensions.k8s.io/v1: definitions of custom resources. Notation: see src/schema/notation.ts. */
export const apiextensionsV1 = `
kind CustomResourceDefinition {
  spec!: CustomResourceDefinitionSpec #2
  status: CustomResourceDefinitionStatus #3
}

CustomResourceDefinitionSpec {
  conversion: *CustomResourceConversion #9
  group!: string #1
  names!: CustomResourceDefinitionNames #3
  preserveUnknownFields: boolean #10
  scope!: string #4
  versions!: [CustomResourceDefinitionVersion] #7
}

CustomResourceDefinitionNames {
  categories: [string] #6
  kind!: string #4
  listKind: string #5
  plural!: string #1
  shortNames: [string] #3
  singular: string #2
}

CustomResourceDefinitionVersion {
  additionalPrinterColumns: [CustomResourceColumnDefinition] #6
  deprecated: boolean #7
  deprecationWarning: *string #8
  name!: string #1
  schema: *CustomResourceValidation #4
  selectableFields: [SelectableField] #9 since=1.30 gate=CustomResourceFieldSelectors
  served!: boolean #2
  storage!: boolean #3
  subresources: *CustomResourceSubresources #5
}

SelectableField { jsonPath!: string #1 }

CustomResourceColumnDefinition {
  description: string #4
  format: string #3
  jsonPath!: string #6
  name!: string #1
  priority: int32 #5
  type!: string #2
}

CustomResourceSubresources {
  scale: *CustomResourceSubresourceScale #2
  status: *CustomResourceSubresourceStatus #1
}

CustomResourceSubresourceScale {
  labelSelectorPath: *string #3
  specReplicasPath!: string #1
  statusReplicasPath!: string #2
}

CustomResourceSubresourceStatus {}

CustomResourceConversion { strategy!: string #1; webhook: *WebhookConversion #2 }
WebhookConversion { clientConfig: *WebhookClientConfig #2; conversionReviewVersions!: [string] #3 }
WebhookClientConfig { caBundle: bytes #2; service: *ServiceReference #1; url: *string #3 }
ServiceReference { name!: string #2; namespace!: string #1; path: *string #3; port: *int32 #4 }

CustomResourceDefinitionStatus {
  acceptedNames: CustomResourceDefinitionNames #2
  conditions: [CustomResourceDefinitionCondition] #1 map=type written empty
  observedGeneration: int64 #4 since=1.35 gate=CRDObservedGenerationTracking
  storedVersions: [string] #3 written empty
}

CustomResourceDefinitionCondition {
  lastTransitionTime: Time #3
  message: string #5
  observedGeneration: int64 #6 since=1.35 gate=CRDObservedGenerationTracking
  reason: string #4
  status!: string #2
  type!: string #1
}

CustomResourceValidation { openAPIV3Schema: *JSONSchemaProps #1 }

JSONSchemaProps {
  $ref: *string #3
  $schema: string #2
  additionalItems: *JSONSchemaPropsOrBool #33
  additionalProperties: *JSONSchemaPropsOrBool #30
  allOf: [JSONSchemaProps] #25
  anyOf: [JSONSchemaProps] #27
  default: *JSON #8
  definitions: {JSONSchemaProps} #34
  dependencies: {JSONSchemaPropsOrStringArray} #32
  description: string #4
  enum: [JSON] #20
  example: *JSON #36
  exclusiveMaximum: boolean #10
  exclusiveMinimum: boolean #12
  externalDocs: *ExternalDocumentation #35
  format: string #6
  id: string #1
  items: *JSONSchemaPropsOrArray #24
  maxItems: *int64 #16
  maxLength: *int64 #13
  maxProperties: *int64 #21
  maximum: *double #9
  minItems: *int64 #17
  minLength: *int64 #14
  minProperties: *int64 #22
  minimum: *double #11
  multipleOf: *double #19
  not: *JSONSchemaProps #28
  nullable: boolean #37
  oneOf: [JSONSchemaProps] #26
  pattern: string #15
  patternProperties: {JSONSchemaProps} #31
  properties: {JSONSchemaProps} #29
  required: [string] #23
  title: string #7
  type: string #5
  uniqueItems: boolean #18
  x-kubernetes-embedded-resource: boolean #39
  x-kubernetes-int-or-string: boolean #40
  x-kubernetes-list-map-keys: [string] #41
  x-kubernetes-list-type: *string #42
  x-kubernetes-map-type: *string #43
  x-kubernetes-preserve-unknown-fields: *boolean #38
  x-kubernetes-validations: [ValidationRule] #44 merge=rule map=rule gate=CustomResourceValidationExpressions
}

union JSONSchemaPropsOrBool { allows: boolean #1; schema: JSONSchemaProps #2 }
union JSONSchemaPropsOrArray { jSONSchemas: [JSONSchemaProps] #2; schema: JSONSchemaProps #1 }
union JSONSchemaPropsOrStringArray { property: [string] #2; schema: JSONSchemaProps #1 }

ExternalDocumentation { description: string #1; url: string #2 }
ValidationRule {
  fieldPath: string #5 since=1.28
  message: string #2
  messageExpression: string #3 since=1.27
  optionalOldSelf: *boolean #6 since=1.29 gate=CRDValidationRatcheting
  reason: *string(FieldValueDuplicate|FieldValueForbidden|FieldValueInvalid|FieldValueRequired) #4 since=1.28
  rule!: string #1
}
`;
