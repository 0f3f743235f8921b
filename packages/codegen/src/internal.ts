export { constantName } from './emit/constant-name.ts'
export { type ModuleOptions, moduleSource } from './emit/module-source.ts'
export type { GroupVersionKind, JsonSchema } from './model/json-schema.ts'
