import { afterColon, type TypeNode } from './type-node.ts'

/** `export type Name = …`. */
export function typeAlias(name: string, type: TypeNode): string {
  const start = `export type ${name} =`
  return `${start}${afterColon(type, start.length, '')}\n`
}
