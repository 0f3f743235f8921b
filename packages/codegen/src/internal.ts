export type { GroupVersionKind, JsonSchema } from './model/json-schema.ts'
