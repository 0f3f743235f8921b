import type { FieldNode, FieldSet } from './field-set.ts'
import { fieldName, type PathElement } from './path-element.ts'
import { ATOMIC, type ValueType } from './value-type.ts'

/**
 * A set with the members that the schema names made part of it where something below them is: `spec.replicas` brings
 * `spec`. Members of maps and items of lists are in a set themselves whenever they are owned, named members are not.
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

/** The type that a step leads to; what is not known has no named members. */
const typeBelow = ({ map, list }: ValueType, name: string | undefined): ValueType =>
  (name === undefined ? list?.items : map?.member(name)) ?? ATOMIC
