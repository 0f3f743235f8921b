import type { PolicyRule } from '@kube-informer/core/resources'
import type { AccessAttributes } from './access-attributes.ts'

/** Whether a rule allows a request (`rbac.RuleAllows`). */
export function ruleAllows(rule: PolicyRule, attributes: AccessAttributes): boolean {
  const { verb, path, group, name } = attributes
  if (!matches(rule.verbs, verb)) return false
  if (path !== '') return pathMatches(rule.nonResourceURLs ?? [], path)
  const { apiGroups = [], resources = [], resourceNames = [] } = rule
  return (
    matches(apiGroups, group) &&
    resourceMatches(resources, attributes) &&
    (resourceNames.length === 0 || resourceNames.includes(name))
  )
}

const matches = (names: readonly string[], name: string): boolean =>
  names.includes('*') || names.includes(name)

/** A rule for a resource does not allow its subresources; `*` allows everything. */
function resourceMatches(
  names: readonly string[],
  { resource, subresource }: Pick<AccessAttributes, 'resource' | 'subresource'>,
): boolean {
  if (subresource === '') return matches(names, resource)
  return matches(names, `${resource}/${subresource}`) || names.includes(`*/${subresource}`)
}

/** A `*` at the end of a path stands for any rest. */
const pathMatches = (paths: readonly string[], path: string): boolean =>
  paths.some(pattern => pattern === path || (pattern.endsWith('*') && path.startsWith(pattern.slice(0, -1))))
