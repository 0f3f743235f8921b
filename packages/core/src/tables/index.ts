export type { TableColumn } from '../cacher/http/served-kind.ts'
export { columnsOf } from './columns-of.ts'
export { customColumns, type PrinterColumn } from './custom-columns.ts'
export { servedKindOf } from './served-kind-of.ts'
