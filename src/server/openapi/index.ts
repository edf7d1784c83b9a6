/** The OpenAPI documents: which resources there are, their schemas, and their operations. */
export { hashed, OpenApiDocuments, type OpenApiOptions, type Text } from './documents.ts';
export type { JsonSchema } from './dialect.ts';
export type { RemoteOpenApi } from './remote.ts';
export { openApiHandler, type OpenApiHandler } from './handler.ts';
