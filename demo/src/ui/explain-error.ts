import { isForbidden, isNotFound, isUnauthorized } from '@kube-informer/core'

/** What was tried. */
export interface Attempt {
  /** e.g. `list`. */
  readonly verb: string
  /** The plural name of the resource with its group, e.g. `deployments.apps`. */
  readonly resource: string
  /** Absent for all namespaces, and for cluster-scoped objects. */
  readonly namespace?: string | undefined
  readonly name?: string | undefined
}

export interface Explanation {
  readonly type: 'forbidden' | 'missing' | 'other'
  readonly title: string
  readonly advice: string
  /** The server's own words. */
  readonly message: string | undefined
}

/** An error in words for the user: what did not work, and what to do about it. */
export function explainError(error: unknown, attempt?: Attempt): Explanation {
  const message = error instanceof Error ? error.message : String(error)
  if (isForbidden(error)) return { type: 'forbidden', ...forbidden(attempt), message }
  if (isUnauthorized(error)) {
    const advice = 'The credentials are missing or have expired. Sign in again, or choose another cluster.'
    return { type: 'forbidden', title: 'The cluster does not know who you are', advice, message }
  }
  if (isNotFound(error)) {
    const title = attempt?.name === undefined ? 'There is no such resource' : `There is no ${attempt.name}`
    return {
      type: 'missing',
      title,
      advice: 'It may have been deleted, or its kind is not defined.',
      message,
    }
  }
  const title = attempt === undefined ? 'Something did not work' : `Could not ${describe(attempt)}`
  return { type: 'other', title, advice: 'The message below says why.', message }
}

function forbidden(attempt: Attempt | undefined): Pick<Explanation, 'title' | 'advice'> {
  if (attempt === undefined) {
    const advice = 'Ask an administrator for a Role that allows it.'
    return { title: 'You may not do this', advice }
  }
  const { verb, resource, namespace } = attempt
  const role = namespace === undefined ? 'ClusterRole' : 'Role'
  const choose = namespace === undefined ? 'Choose a namespace that you may read, or ask' : 'Ask'
  return {
    title: `You may not ${describe(attempt)}`,
    advice: `${choose} an administrator for a ${role} with the verb “${verb}” on “${resource}”.`,
  }
}

/** `list deployments.apps in namespace “shop”`. */
function describe({ verb, resource, namespace, name }: Attempt): string {
  const what = name === undefined ? resource : `${resource} “${name}”`
  return namespace === undefined ? `${verb} ${what}` : `${verb} ${what} in namespace “${namespace}”`
}
