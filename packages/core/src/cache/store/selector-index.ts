import type { KubernetesObject } from '../../api/object.ts'
import { labelMatcher } from '../../api/selectors.ts'
import { type IndexFunction, markThroughAccess } from './index-function.ts'
import { listOf, memberOf, textOf } from './untyped-members.ts'

const SELECTOR = ['spec', 'selector']

/**
 * Indexes Services and workloads (Deployments, ReplicaSets, Jobs, ...) by their selector, so that those which select a Pod
 * are found without evaluating every selector. Look up the values of {@link selectorValues}, and check each object that
 * they have with {@link selectsLabels}. Objects without a selector, or with an empty one, have no value. Only the
 * selector of a row is decoded for it.
 *
 * @example
 * services.addIndexers({ selector: selectorIndex })
 * const candidates = selectorValues(pod).flatMap(value => services.indexer.byIndex('selector', value))
 * const selecting = candidates.filter(service => selectsLabels(service, pod.metadata?.labels))
 */
export const selectorIndex: IndexFunction<unknown> = /* @__PURE__ */ markThroughAccess((object, access) => {
  const selector = access.readPath(object, SELECTOR)
  return isSelector(selector) ? valuesOf(selector, access.namespace(object)) : []
})

/** The values of {@link selectorIndex} under which the selectors of an object's labels are, each object under one of them. */
export function selectorValues({ metadata = {} }: KubernetesObject): readonly string[] {
  const { namespace = '', labels = {} } = metadata
  const ofLabels = Object.entries(labels).flatMap(([key, value]) => [
    `${namespace}/${key}=${value}`,
    `${namespace}/${key}`,
  ])
  return [`${namespace}/`, ...ofLabels]
}

/**
 * Whether the selector of a Service or workload, at `spec.selector`, selects these labels. False without a selector, with
 * an empty one, and with one that is not valid.
 */
export function selectsLabels(object: unknown, labels: Readonly<Record<string, string>> = {}): boolean {
  const selector = memberOf(memberOf(object, 'spec'), 'selector')
  if (!isSelector(selector)) return false
  if (!isLabelSelector(selector))
    return Object.entries(selector).every(([key, value]) => memberOf(labels, key) === value)
  try {
    return labelMatcher(selector)(labels)
  } catch {
    return false
  }
}

/** Selectors of Services are maps of labels. A label may be named like a member of the other form, but is a text. */
const isLabelSelector = (selector: object): boolean =>
  typeof memberOf(selector, 'matchLabels') === 'object' ||
  Array.isArray(memberOf(selector, 'matchExpressions'))

function isSelector(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { length } = isLabelSelector(value)
    ? [...Object.keys(Object(memberOf(value, 'matchLabels'))), ...listOf(memberOf(value, 'matchExpressions'))]
    : Object.keys(value)
  return length > 0
}

/** By its first label, else by its first expression that needs a label, else by the namespace. */
function valuesOf(selector: object, namespace: string): readonly string[] {
  const labels = Object.entries(
    Object(isLabelSelector(selector) ? memberOf(selector, 'matchLabels') : selector),
  ).sort(([a], [b]) => (a < b ? -1 : 1))
  const [first] = labels
  if (first) return [`${namespace}/${first[0]}=${String(first[1])}`]
  for (const expression of listOf(memberOf(selector, 'matchExpressions'))) {
    const [key] = textOf(memberOf(expression, 'key'))
    const operator = memberOf(expression, 'operator')
    if (key !== undefined && operator === 'Exists') return [`${namespace}/${key}`]
    if (key !== undefined && operator === 'In')
      return [...new Set(listOf(memberOf(expression, 'values')))].map(
        value => `${namespace}/${key}=${String(value)}`,
      )
  }
  return [`${namespace}/`]
}
