/** apiextensions.k8s.io/v1: definitions of custom resources. Notation: see parse.ts. */
export const apiextensionsV1 = `
kind CustomResourceDefinition {
  spec!: CustomResourceDefinitionSpec
  status: CustomResourceDefinitionStatus
}

CustomResourceDefinitionSpec {
  conversion: *CustomResourceConversion
  group!: string
  names!: CustomResourceDefinitionNames
  preserveUnknownFields: boolean
  scope!: string
  versions!: [CustomResourceDefinitionVersion]
}

CustomResourceDefinitionNames {
  categories: [string]
  kind!: string
  listKind: string
  plural!: string
  shortNames: [string]
  singular: string
}

CustomResourceDefinitionVersion {
  additionalPrinterColumns: [CustomResourceColumnDefinition]
  deprecated: boolean
  deprecationWarning: *string
  name!: string
  schema: *CustomResourceValidation
  served!: boolean
  storage!: boolean
  subresources: *CustomResourceSubresources
}

CustomResourceColumnDefinition {
  description: string
  format: string
  jsonPath!: string
  name!: string
  priority: int32
  type!: string
}

CustomResourceSubresources {
  scale: *CustomResourceSubresourceScale
  status: *CustomResourceSubresourceStatus
}

CustomResourceSubresourceScale {
  labelSelectorPath: *string
  specReplicasPath!: string
  statusReplicasPath!: string
}

CustomResourceSubresourceStatus {}

CustomResourceConversion { strategy!: string; webhook: *WebhookConversion }
WebhookConversion { clientConfig: *WebhookClientConfig; conversionReviewVersions!: [string] }
WebhookClientConfig { caBundle: bytes; service: *ServiceReference; url: *string }
ServiceReference { name!: string; namespace!: string; path: *string; port: *int32 }

CustomResourceDefinitionStatus {
  acceptedNames: CustomResourceDefinitionNames
  conditions: [CustomResourceDefinitionCondition] map=type written empty
  storedVersions: [string] written empty
}

CustomResourceDefinitionCondition {
  lastTransitionTime: Time
  message: string
  reason: string
  status!: string
  type!: string
}

CustomResourceValidation { openAPIV3Schema: *JSONSchemaProps }

JSONSchemaProps {
  $ref: *string
  $schema: string
  additionalItems: *JSONSchemaPropsOrBool
  additionalProperties: *JSONSchemaPropsOrBool
  allOf: [JSONSchemaProps]
  anyOf: [JSONSchemaProps]
  default: *JSON
  definitions: {JSONSchemaProps}
  dependencies: {JSONSchemaPropsOrStringArray}
  description: string
  enum: [JSON]
  example: *JSON
  exclusiveMaximum: boolean
  exclusiveMinimum: boolean
  externalDocs: *ExternalDocumentation
  format: string
  id: string
  items: *JSONSchemaPropsOrArray
  maxItems: *int64
  maxLength: *int64
  maxProperties: *int64
  maximum: *double
  minItems: *int64
  minLength: *int64
  minProperties: *int64
  minimum: *double
  multipleOf: *double
  not: *JSONSchemaProps
  nullable: boolean
  oneOf: [JSONSchemaProps]
  pattern: string
  patternProperties: {JSONSchemaProps}
  properties: {JSONSchemaProps}
  required: [string]
  title: string
  type: string
  uniqueItems: boolean
  x-kubernetes-embedded-resource: boolean
  x-kubernetes-int-or-string: boolean
  x-kubernetes-list-map-keys: [string]
  x-kubernetes-list-type: *string
  x-kubernetes-map-type: *string
  x-kubernetes-preserve-unknown-fields: *boolean
  x-kubernetes-validations: [ValidationRule] merge=rule map=rule
}

union JSONSchemaPropsOrBool { allows: boolean; schema: JSONSchemaProps }
union JSONSchemaPropsOrArray { jSONSchemas: [JSONSchemaProps]; schema: JSONSchemaProps }
union JSONSchemaPropsOrStringArray { property: [string]; schema: JSONSchemaProps }

ExternalDocumentation { description: string; url: string }
ValidationRule { message: string; rule!: string }
`;
