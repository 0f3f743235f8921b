/** How a requirement relates a label to its values; the words are upstream's (apimachinery `selection.Operator`). */
export type LabelOperator = 'exists' | '!' | '=' | '==' | '!=' | 'in' | 'notin' | 'gt' | 'lt'

/** One term of a label selector (apimachinery `labels.Requirement`). */
export interface LabelRequirement {
  readonly key: string
  readonly operator: LabelOperator
  /** Sorted and without repetitions when parsed; none for `exists` and `!`, exactly one for all but `in` and `notin`. */
  readonly values: readonly string[]
}
