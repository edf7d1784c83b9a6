/** The OpenAPI documents: what there is, what it looks like, and what can be done with it. */
export { OpenApiDocuments, type OpenApiOptions } from './documents.ts';
export { openApiHandler, type OpenApiHandler } from './handler.ts';
