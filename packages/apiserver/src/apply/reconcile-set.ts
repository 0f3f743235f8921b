import { type FieldNode, FieldSet } from './field-set.ts'
import { fieldName, type PathElement } from './path-element.ts'
import { shapeOf, type ValueType } from './value-type.ts'

/** Adapts a set to a changed type: the owner of a field inside a value that has become atomic owns the whole value. */
export const reconciled = (set: FieldSet, type: ValueType): FieldSet =>
  set.mapped((node, element) => reconciledNode(node, childType(type, element)))

/** The type that a step leads to; undefined if the schema does not specify it. */
function childType(type: ValueType, element: PathElement): ValueType | undefined {
  const shape = shapeOf(type, undefined)
  const name = fieldName(element)
  if (shape.kind === 'list') return shape.list.items
  if (shape.kind === 'scalar' || shape.map.isDeduced || name === undefined) return undefined
  return shape.map.member(name)
}

function reconciledNode(node: Readonly<FieldNode>, type: ValueType | undefined): Readonly<FieldNode> {
  if (!type || node.children.isEmpty) return node
  if (isAtomic(type)) return { isMember: true, children: new FieldSet() }
  const children = reconciled(node.children, type)
  return children === node.children ? node : { ...node, children }
}

function isAtomic(type: ValueType): boolean {
  const shape = shapeOf(type, undefined)
  if (shape.kind === 'map') return shape.map.isAtomic && !shape.map.isDeduced
  return shape.kind === 'list' && shape.list.isAtomic
}
