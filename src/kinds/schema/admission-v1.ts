/** admission/v1: what webhooks answer; v1beta1 is alike. It is not served. Notation: see parse.ts. */
import { schemaModules } from './modules.ts';
import { Schemas } from './schemas.ts';

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

/** The schemas of reviews that webhooks answer. */
export const reviewSchemas: Schemas = new Schemas([
  ...schemaModules.filter(({ name }) => name === 'meta/v1'),
  {
    name: 'admission/v1',
    apiVersion: 'admission.k8s.io/v1',
    definitions: 'io.k8s.api.admission.v1',
    texts: [admissionV1],
  },
]);
