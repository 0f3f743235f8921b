export { type GeneratedFile, type GenerateOptions, generateResources } from './generate-resources.ts'
export type { SourceText } from './input/parse-yaml.ts'
export type { ModelSource } from './input/read-models.ts'
export { CodegenError, type Problem } from './model/codegen-error.ts'
