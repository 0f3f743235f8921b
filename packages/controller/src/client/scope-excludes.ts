import { type LabelMatcher, type ObjectMeta, parseLabelSelector } from '@kube-informer/core'
import { type FieldRequirement, parseFieldRequirements } from '@kube-informer/core/selectors'
import type { ResolvedScope } from './cache-scopes.ts'

/** The members of an object's metadata that decide whether a scope has it. */
export type SelectableMetadata = Pick<ObjectMeta, 'name' | 'namespace' | 'labels'>

interface Parsed {
  readonly matches: LabelMatcher
  readonly fields: readonly FieldRequirement[]
}

const parsed = new WeakMap<ResolvedScope, Parsed>()

function parse(scope: ResolvedScope): Parsed {
  const known = parsed.get(scope)
  if (known) return known
  const { labelSelector, fieldSelector } = scope
  const made = { matches: parseLabelSelector(labelSelector), fields: parseFieldRequirements(fieldSelector) }
  parsed.set(scope, made)
  return made
}

/**
 * Whether the selectors of a scope exclude an object for certain. The fields that every resource has are decided here;
 * only the server knows the others.
 */
export function excludes(
  scope: ResolvedScope,
  { name, namespace, labels = {} }: SelectableMetadata,
): boolean {
  const { matches, fields } = parse(scope)
  if (!matches(labels)) return true
  return fields.some(({ field, operator, value }) => {
    const actual = field === 'metadata.name' ? name : field === 'metadata.namespace' ? namespace : undefined
    return actual !== undefined && (actual === value) !== (operator === '=')
  })
}
