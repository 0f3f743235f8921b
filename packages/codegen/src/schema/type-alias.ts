import { afterColon, type TypeNode, WIDTH } from './type-node.ts'

/** `export type Name = …`. */
export function typeAlias(name: string, type: TypeNode): string {
  const start = `export type ${name} =`
  const text = afterColon(type, start.length, '')
  const fits = typeof type !== 'string' || start.length + text.length <= WIDTH
  return fits ? `${start}${text}\n` : `${start}\n  ${type}\n`
}
