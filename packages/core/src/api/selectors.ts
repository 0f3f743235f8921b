import { type FieldSelector, fieldSelectorRequirements, parseFieldRequirements } from './field-selector.ts'
import type { LabelRequirement } from './label-requirement.ts'
import { parseLabelRequirements } from './label-requirements.ts'
import { type LabelSelectorOption, labelSelectorRequirements } from './label-selector.ts'
import { parseInt64 } from './label-validation.ts'

/** Whether labels satisfy a selector. */
export type LabelMatcher = (labels: Readonly<Record<string, string>>) => boolean
/** Whether field values, read by path, satisfy a selector. A missing field is "". */
export type FieldMatcher = (field: (path: string) => string) => boolean

/** Matches everything (apimachinery `labels.Everything`). */
export const matchEverything: LabelMatcher = () => true
/** Matches nothing, which has no text form (apimachinery `labels.Nothing`). */
export const matchNothing: LabelMatcher = () => false

/** All requirements must hold. Inherited properties of labels are ignored. */
export const matchLabelRequirements =
  (requirements: readonly LabelRequirement[]): LabelMatcher =>
  labels =>
    requirements.every(requirement =>
      satisfies(requirement, Object.hasOwn(labels, requirement.key) ? labels[requirement.key] : undefined),
    )

function satisfies({ operator, values }: LabelRequirement, value: string | undefined): boolean {
  switch (operator) {
    case 'exists':
      return value !== undefined
    case '!':
      return value === undefined
    case 'notin':
    case '!=':
      return value === undefined || !values.includes(value)
    case 'gt':
    case 'lt': {
      const [label, bound] = [value, values[0]].map(text => parseInt64(text ?? ''))
      if (label === undefined || bound === undefined) return false
      return operator === 'gt' ? label > bound : label < bound
    }
    default:
      return value !== undefined && values.includes(value)
  }
}

/**
 * Parses a label selector: `a`, `!a`, `a=b`, `a!=b`, `a in (x,y)`, `a notin (x)`, `a>1`, comma for AND. "" matches all.
 * Objects without the key satisfy `a!=b` and `a notin (b)`. Throws a UsageError with upstream's text.
 */
export const parseLabelSelector = (selector: string): LabelMatcher =>
  matchLabelRequirements(parseLabelRequirements(selector))

/**
 * Creates a matcher for a label selector of any form: text, labels, or as in objects. An empty one matches everything, an absent one nothing
 * (apimachinery `meta/v1.LabelSelectorAsSelector`). Throws a UsageError with upstream's text.
 *
 * @example const matches = labelMatcher(deployment.spec?.selector)
 */
export function labelMatcher(selector: LabelSelectorOption | null | undefined): LabelMatcher {
  if (selector === null || selector === undefined) return matchNothing
  if (typeof selector === 'string') return parseLabelSelector(selector)
  return matchLabelRequirements(labelSelectorRequirements(selector))
}

/** Parses a field selector: `k=v`, `k==v`, `k!=v`, comma for AND. "" matches all. Throws a UsageError with upstream's text. */
export const parseFieldSelector = (selector: string): FieldMatcher => fieldMatcher(selector)

/** Creates a matcher for a field selector of either form. Throws a UsageError with upstream's text. */
export function fieldMatcher(selector: string | FieldSelector): FieldMatcher {
  const requirements =
    typeof selector === 'string' ? parseFieldRequirements(selector) : fieldSelectorRequirements(selector)
  return field =>
    requirements.every(({ field: path, operator, value }) => (field(path) === value) === (operator === '='))
}
