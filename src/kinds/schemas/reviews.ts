/** What webhooks answer, in v1; v1beta1 is alike. None of it is served. Notation: see src/schema/notation.ts. */
import { schemaModules } from './modules.ts';
import { schemas } from './schemas.ts';
import { Schemas } from '#schema';

const admissionV1 = `
AdmissionReview {
  apiVersion: string
  kind: string
  request: *any
  response: *AdmissionResponse
}

AdmissionResponse {
  allowed!: boolean
  auditAnnotations: {string}
  patch: bytes
  patchType: *string
  status: *Status
  uid!: string
  warnings: [string]
}
`;

const conversionV1 = `
ConversionReview {
  apiVersion: string
  kind: string
  request: *any
  response: *ConversionResponse
}

ConversionResponse {
  convertedObjects!: [any]
  result!: Status
  uid!: string
}
`;

/** The schemas of reviews that webhooks answer. */
export const reviewSchemas: Schemas = new Schemas(
  [
    ...schemaModules.filter(({ name }) => name === 'meta/v1'),
    {
      name: 'admission/v1',
      apiVersion: 'admission.k8s.io/v1',
      definitions: 'io.k8s.api.admission.v1',
      texts: [admissionV1],
    },
    {
      name: 'conversion/v1',
      apiVersion: 'apiextensions.k8s.io/v1',
      definitions: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1',
      texts: [conversionV1],
    },
  ],
  schemas.minor,
);
