/** The OpenAPI documents: which resources there are, their schemas, and their operations. */
export { OpenApiDocuments, type OpenApiOptions } from './documents.ts';
export { openApiHandler, type OpenApiHandler } from './handler.ts';
