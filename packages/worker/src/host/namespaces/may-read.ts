import type { ResourceDefinition } from '@kube-informer/core'
import { questionOf } from '../access/access-question.ts'
import type { AccessReviews } from '../access/access-reviews.ts'

/** Whether a user may list and watch; otherwise the text of a review that failed, or that the server was not sure of. */
export type ReadAccess = 'allowed' | 'denied' | { readonly unknown: string }

/** The collection that is read, and how the question is asked. */
export interface ReadQuestion {
  readonly access: AccessReviews
  readonly resource: ResourceDefinition
  /** Absent: all namespaces. */
  readonly namespace?: string | undefined
  readonly signal: AbortSignal
}

/**
 * Reviews whether the user may list and watch a collection. The second question is asked only where the first is allowed.
 * Rejects when the signal aborts.
 */
export async function mayRead({ access, resource, namespace, signal }: ReadQuestion): Promise<ReadAccess> {
  for (const verb of ['list', 'watch']) {
    const question = questionOf(resource, verb, { namespace })
    const { allowed, evaluationError } = await access.review(question, signal)
    if (!allowed) return evaluationError === undefined ? 'denied' : { unknown: evaluationError }
  }
  return 'allowed'
}
