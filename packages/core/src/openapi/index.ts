export type { JSONSchema, KindSchema, ValidationRule } from './json-schema.ts'
export { kindSchemaOf, type OpenAPIDocument } from './kind-schema.ts'
export { KindSchemas, type KindSchemasOptions } from './kind-schemas.ts'
export { type OpenAPIClient, openAPIDocuments } from './open-api-documents.ts'
