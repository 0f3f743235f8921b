export { columnsOf } from './columns-of.ts'
export { servedKindOf } from './served-kind-of.ts'
