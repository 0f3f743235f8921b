import type { InformerStatus } from '@kube-informer/core'
import type { RelatedFailure, RelatedStatus } from '../../api/related.ts'
import type { WireRelatedStatus } from '../../wire/related.ts'
import { sameError, toWireError } from '../../wire/wire-error.ts'

/** The status of one resource of a tree. */
export interface SourceStatus {
  /** The name in the definition. */
  readonly resource: string
  readonly status: Pick<InformerStatus, 'data' | 'link' | 'error'>
}

/** From the worst to the best. */
const LINKS = ['stopped', 'retrying', 'connecting', 'live'] as const

/** Whether each resource has data or has failed, so that the tree can be shown. */
export const isKnown = (sources: readonly SourceStatus[]): boolean =>
  sources.every(({ status: { data, error } }) => data !== 'none' || error !== undefined)

/**
 * The status of a tree. A resource that has failed does not hold back the others, and is named.
 *
 * @param root the name of the root's resource
 */
export function relatedStatus(
  sources: readonly SourceStatus[],
  root: string,
  isStarted: boolean,
): RelatedStatus {
  const failures = sources.flatMap(({ resource, status: { error } }) => (error ? { resource, error } : []))
  const healthy = sources.filter(({ status }) => !status.error).map(({ status }) => status)
  const filled = sources.filter(({ status }) => status.data !== 'none')
  const isCached = filled.some(({ status }) => status.data === 'cached')
  const rootStatus = sources.find(({ resource }) => resource === root)?.status
  const isReady = filled.length > 0 && (isStarted || isKnown(sources))
  return {
    data: isReady ? (isCached ? 'cached' : 'complete') : 'none',
    link:
      healthy.length === 0
        ? 'retrying'
        : (LINKS.find(link => healthy.some(each => each.link === link)) ?? 'live'),
    ...(rootStatus?.error && rootStatus.data === 'none' && { error: rootStatus.error }),
    failures,
  }
}

/** The status of a tree whose request is not valid. */
export const invalidRequest = (error: unknown): RelatedStatus => ({
  data: 'none',
  link: 'stopped',
  error: error instanceof Error ? error : new Error(String(error)),
  failures: [],
})

export function sameRelatedStatus(a: RelatedStatus, b: RelatedStatus): boolean {
  return (
    a.data === b.data &&
    a.link === b.link &&
    sameError(a.error, b.error) &&
    a.failures.length === b.failures.length &&
    a.failures.every((failure, index) => sameFailure(failure, b.failures[index]))
  )
}

const sameFailure = (a: RelatedFailure, b: RelatedFailure | undefined): boolean =>
  a.resource === b?.resource && sameError(a.error, b.error)

/** A status as it is sent to a page. */
export const toWireRelatedStatus = ({ error, failures, ...status }: RelatedStatus): WireRelatedStatus => ({
  ...status,
  ...(error && { error: toWireError(error) }),
  failures: failures.map(failure => ({ ...failure, error: toWireError(failure.error) })),
})
