/** How a requirement relates a label to its values; the names are upstream's (apimachinery `selection.Operator`). */
export type LabelOperator = 'exists' | '!' | '=' | '==' | '!=' | 'in' | 'notin' | 'gt' | 'lt'

/** One term of a label selector (apimachinery `labels.Requirement`). */
export interface LabelRequirement {
  readonly key: string
  readonly operator: LabelOperator
  /** Sorted and distinct after parsing; empty for `exists` and `!`, exactly one for all but `in` and `notin`. */
  readonly values: readonly string[]
}
