export { ageOf, humanDuration, objectAge } from './age.ts'
export { customColumns, type PrinterColumn } from './custom-columns.ts'
export type { TableColumn } from './table-column.ts'
