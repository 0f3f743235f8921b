/** The members that each object inherits, in TypeScript's library. */
const INHERITED: ReadonlySet<string> = new Set([
  'constructor',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'toString',
  'valueOf',
])

/** Whether an object without a member inherits one of that name. */
export const isInherited = (name: string): boolean => INHERITED.has(name)
