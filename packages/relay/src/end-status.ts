import type { Status } from '@kube-informer/core'
import type { AccessAttributes } from './api/access-attributes.ts'
import { forbiddenAccess, unauthorized, unavailable } from './http/status.ts'
import type { Access } from './watches/access-check.ts'

/** The last event of a watch whose reader is no longer known or allowed, or whose access cannot be checked. */
export function endStatus(problem: 'unknown' | 'unchecked' | Access, attributes: AccessAttributes): Status {
  if (problem === 'unknown') return unauthorized().status
  if (problem === 'unchecked') return unavailable('the relay cannot check the access of this watch').status
  return forbiddenAccess(problem.identity, attributes, problem.decision).status
}
