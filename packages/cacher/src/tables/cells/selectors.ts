import { labelSelectorText } from '@kube-informer/core'
import { isObject, type JsonObject } from './json-object.ts'
import { at, objectsAt, textAt, textsAt } from './read.ts'

const NONE = '<none>'

/** Labels as `a=b,c=d`, sorted. */
export function labelsText(labels: unknown): string {
  if (!isObject(labels) || Object.keys(labels).length === 0) return NONE
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .toSorted()
    .join(',')
}

/** A label selector as text, `a=b,c in (x,y)`. */
export function selectorText(object: unknown, path: string): string {
  const selector = at(object, path)
  if (!isObject(selector)) return NONE
  const matchExpressions = objectsAt(selector, 'matchExpressions').flatMap(requirementOf)
  const text = labelSelectorText({ matchLabels: textsIn(selector.matchLabels), matchExpressions })
  return text || NONE
}

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const

function requirementOf(requirement: JsonObject) {
  const operator = OPERATORS.find(each => each === requirement.operator)
  const key = textAt(requirement, 'key')
  return operator ? [{ key, operator, values: textsAt(requirement, 'values') }] : []
}

const textsIn = (labels: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(isObject(labels) ? labels : {}).map(([key, value]) => [key, String(value)] as const),
  )
