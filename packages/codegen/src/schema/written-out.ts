import { type TypeNode, unionOf } from './type-node.ts'
import { ANY_OBJECT, type TypeScope } from './type-of.ts'

/** The types of component schemas that do not become interfaces, by the end of their names. */
const WRITTEN_OUT: ReadonlyMap<string, TypeNode> = new Map<string, TypeNode>([
  ['meta.v1.Time', 'string'],
  ['meta.v1.MicroTime', 'string'],
  ['meta.v1.FieldsV1', ANY_OBJECT],
  ['pkg.runtime.RawExtension', ANY_OBJECT],
  ['api.resource.Quantity', 'string'],
  ['util.intstr.IntOrString', unionOf(['number', 'string'])],
  ['apiextensions.v1.JSON', 'unknown'],
])

/** The same for types that are another one or a simpler value, by what follows the name of the other one. */
const ALTERNATIVES: Readonly<Record<string, (type: TypeNode) => TypeNode>> = {
  OrArray: type => ({ array: type }),
  OrBool: () => 'boolean',
  OrStringArray: () => ({ array: 'string' }),
}

/** The TypeScript type of a component schema that does not become an interface. Undefined for all others. */
export function writtenOut(name: string, scope: Pick<TypeScope, 'reference'>): TypeNode | undefined {
  const type = WRITTEN_OUT.get(name.split('.').slice(-3).join('.'))
  if (type !== undefined) return type
  const [other, suffix = ''] = name.split(/(?<=\.JSONSchemaProps)(?=Or)/)
  const alternative = ALTERNATIVES[suffix]
  if (other === undefined || !alternative) return undefined
  const reference = scope.reference(other)
  return unionOf([reference, alternative(reference)])
}

/** `Pod` for `io.k8s.api.core.v1.Pod`. */
export const simpleName = (name: string): string => name.slice(name.lastIndexOf('.') + 1)
