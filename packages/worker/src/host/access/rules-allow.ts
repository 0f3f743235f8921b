import type { ResourceRule } from '@kube-informer/core/resources'
import type { AccessQuestion } from './access-question.ts'

/** Whether one of the rules of a namespace allows a request, as RBAC matches rules. */
export function rulesAllow(rules: readonly ResourceRule[], question: AccessQuestion): boolean {
  return rules.some(rule => {
    const { verbs, apiGroups = [], resourceNames = [] } = rule
    return (
      includes(verbs, question.verb) &&
      includes(apiGroups, question.group) &&
      matchesResource(rule, question) &&
      // A rule for named objects allows no request that has no name.
      (resourceNames.length === 0 || resourceNames.includes(question.name ?? ''))
    )
  })
}

function matchesResource(
  { resources = [] }: ResourceRule,
  { resource, subresource }: AccessQuestion,
): boolean {
  if (subresource === undefined) return includes(resources, resource)
  return includes(resources, `${resource}/${subresource}`) || resources.includes(`*/${subresource}`)
}

const includes = (names: readonly string[], name: string): boolean =>
  names.includes('*') || names.includes(name)
