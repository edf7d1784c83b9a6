import { schemaModules } from './modules.ts';
import { Schemas } from '#schema';

/** The schemas of every type that Orrery serves. */
export const schemas: Schemas = new Schemas(schemaModules, 24);
