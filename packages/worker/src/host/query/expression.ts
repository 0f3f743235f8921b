import type { ValuePath } from '@kube-informer/core/paths'
import type { PathValue } from '@kube-informer/core/rows'

/** A condition of one path: it holds if one of its values passes the test; negated, if none does. */
export interface Term {
  readonly type: 'term'
  readonly path: ValuePath
  readonly test: (value: PathValue) => boolean
  readonly isNegated: boolean
}

/** Holds if all parts do (`isAll`), or if one does. */
export interface Gate {
  readonly type: 'gate'
  readonly isAll: boolean
  readonly parts: readonly Expression[]
}

/** A condition on an object without `not`, which is moved to its terms. */
export type Expression = Term | Gate

/** Combines conditions. Without parts, "all" is true and "one" is false. */
export const gate = (isAll: boolean, parts: readonly Expression[]): Expression => {
  const [only] = parts
  return only && parts.length === 1 ? only : { type: 'gate', isAll, parts }
}

/** The opposite condition. */
export function negated(expression: Expression): Expression {
  if (expression.type === 'term') return { ...expression, isNegated: !expression.isNegated }
  return { ...expression, isAll: !expression.isAll, parts: expression.parts.map(negated) }
}
