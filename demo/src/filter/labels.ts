import { parseLabelSelector } from '@kube-informer/core'
import type { Where } from '@kube-informer/worker'
import { FilterError, type Term } from './expression.ts'

/** The name of the field whose values are label selectors: `label:tier=frontend`. */
export const LABEL_FIELDS: readonly string[] = ['label', 'labels']

/** The label selector of a term. Throws a FilterError for one that the apiserver would not accept. */
export function selectorOf(term: Term): string {
  const span = { start: term.valueStart, end: term.end }
  if (term.operator !== ':' && term.operator !== '=')
    throw new FilterError('Write label:name=value, or label:name', term)
  if (term.value === '') throw new FilterError('A label is expected after “:”', term)
  try {
    parseLabelSelector(term.value)
  } catch {
    throw new FilterError('This must be a label selector, such as tier=frontend', span)
  }
  return term.value
}

const REQUIREMENT = /^(!?)([^=!\s]+)(?:(==?|!=)(.*))?$/

/** A label selector as a condition, for places where a slice has no label selector: in `or`, and negated. */
export function labelCondition(term: Term): Where {
  const parts = selectorOf(term).split(',')
  const conditions = parts.map(part => {
    const [found, not, name = '', operator, value = ''] = REQUIREMENT.exec(part.trim()) ?? []
    if (found === undefined)
      throw new FilterError('Only name=value and name can be negated or combined with “or”', term)
    const path = `metadata.labels[${JSON.stringify(name)}]`
    if (operator === undefined) return { path, exists: not === '' }
    return operator === '!=' ? { not: { path, eq: value } } : { path, eq: value }
  })
  const [only] = conditions
  return only && conditions.length === 1 ? only : { and: conditions }
}
