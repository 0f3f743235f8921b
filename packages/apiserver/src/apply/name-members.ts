import type { FieldNode, FieldSet } from './field-set.ts'
import { fieldName, type PathElement } from './path-element.ts'
import { ATOMIC, type ValueType } from './value-type.ts'

/**
 * Adds the named members of the schema that have something below them in the set: `spec.replicas` adds `spec`. Members
 * of maps and items of lists are in the set anyway if they are owned; named members are not.
 */
export const withNamedMembers = (set: FieldSet, type: ValueType): FieldSet =>
  set.mapped((node, element) => nodeOf(node, element, type))

function nodeOf(node: Readonly<FieldNode>, element: PathElement, type: ValueType): FieldNode {
  const name = fieldName(element)
  const isNamed = name !== undefined && !node.children.isEmpty && (type.map?.isNamed(name) ?? false)
  return {
    isMember: node.isMember || isNamed,
    children: withNamedMembers(node.children, typeBelow(type, name)),
  }
}

/** The type that a step leads to; unknown types have no named members. */
const typeBelow = ({ map, list }: ValueType, name: string | undefined): ValueType =>
  (name === undefined ? list?.items : map?.member(name)) ?? ATOMIC
