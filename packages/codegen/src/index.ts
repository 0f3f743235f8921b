export { CodegenError, type Problem } from './model/codegen-error.ts'
