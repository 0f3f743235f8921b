import {
  type LabelOperator,
  parseFieldRequirements,
  parseLabelRequirements,
} from '@kube-informer/core/selectors'
import { fieldsOf, itemsOf, textOf } from '../object/any-object.ts'

/** A term of a selector (meta/v1 LabelSelectorRequirement and FieldSelectorRequirement). */
export interface SelectorTerm {
  /** Of a label, or the path of a field. */
  readonly key: string
  /** Terms of fields have `In` and `NotIn` with one value only. */
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist'
  readonly values: readonly string[]
}

/** The terms of a selector that a server understands. It ignores others: they could only narrow what is requested. */
export interface SelectorTerms {
  readonly terms: readonly SelectorTerm[]
  readonly hasErrors: boolean
}

const NONE: SelectorTerms = { terms: [], hasErrors: false }

const OPERATORS: Readonly<Partial<Record<LabelOperator, SelectorTerm['operator']>>> = {
  in: 'In',
  '=': 'In',
  '==': 'In',
  notin: 'NotIn',
  '!=': 'NotIn',
  exists: 'Exists',
  '!': 'DoesNotExist',
}

/** The terms of a label selector's text. `>` and `<` have no operator in a review, so webhooks do not get them. */
export const labelTerms = (selector: string): SelectorTerms =>
  parsed(() =>
    parseLabelRequirements(selector).flatMap(({ key, operator, values }) => {
      const known = OPERATORS[operator]
      return known ? [{ key, operator: known, values }] : []
    }),
  )

/** The terms of a field selector's text. */
export const fieldTerms = (selector: string): SelectorTerms =>
  parsed(() =>
    parseFieldRequirements(selector).map(({ field, operator, value }) => ({
      key: field,
      operator: operator === '=' ? 'In' : 'NotIn',
      values: [value],
    })),
  )

function parsed(parse: () => readonly SelectorTerm[]): SelectorTerms {
  try {
    return { terms: parse(), hasErrors: false }
  } catch {
    return { terms: [], hasErrors: true }
  }
}

/** The terms of `labelSelector` in a review. */
export const reviewedLabelTerms = (given: unknown): SelectorTerms =>
  reviewedTerms(given, labelTerms, ({ operator }) => Object.values(OPERATORS).includes(operator))

/** The terms of `fieldSelector` in a review. */
export const reviewedFieldTerms = (given: unknown): SelectorTerms =>
  reviewedTerms(
    given,
    fieldTerms,
    ({ operator, values }) => (operator === 'In' || operator === 'NotIn') && values.length === 1,
  )

function reviewedTerms(
  given: unknown,
  parse: (selector: string) => SelectorTerms,
  isKnown: (term: SelectorTerm) => boolean,
): SelectorTerms {
  const { rawSelector, requirements } = fieldsOf(given)
  const sent = itemsOf(requirements)
  if (sent.length === 0) return textOf(rawSelector) === '' ? NONE : parse(textOf(rawSelector))
  const terms = sent.map(termOf).filter(isKnown)
  return { terms, hasErrors: terms.length < sent.length }
}

function termOf(requirement: unknown): SelectorTerm {
  const { key, operator, values } = fieldsOf(requirement)
  return {
    key: textOf(key),
    operator: textOf(operator) as SelectorTerm['operator'],
    values: itemsOf(values).map(textOf),
  }
}
