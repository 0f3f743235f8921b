import { normalRevision } from '../api/revision.ts'
import { badRequest } from '../api/status-errors.ts'
import { byteOrdered } from '../api/storage-key.ts'
import type { CacherListOptions } from '../requests/requests.ts'
import { decodeContinue } from './continue-token.ts'

/** How a list is served. */
export type ListPlan =
  /** By the source. */
  | { readonly kind: 'source' }
  /** By the current state of the cache; the limit is ignored. */
  | { readonly kind: 'any' }
  /** By the cache, after it has reached the source's current revision. */
  | { readonly kind: 'consistent'; readonly startKey: string }
  /** By the cache, after it has reached the revision. */
  | { readonly kind: 'not-older-than'; readonly revision: string }
  /** By the state at exactly this revision. */
  | { readonly kind: 'exact'; readonly revision: string; readonly startKey: string }

/** The circumstances of a plan besides the request. */
export interface ListCircumstances {
  /** Whether only one object can match. The cache does not serve its past states. */
  readonly isSingle: boolean
  /** Whether the source can report its progress. */
  readonly canRequestProgress: boolean
}

const SOURCE: ListPlan = { kind: 'source' }

/** Plans a list. Throws the server's 400 for an invalid token or resourceVersion. */
export function planList(options: CacherListOptions, circumstances: ListCircumstances): ListPlan {
  const { resourceVersionMatch = '', limit = 0 } = options
  const revision = revisionOf(options)
  if (options.continue) return planContinuation(options, revision, circumstances)
  if (revision === '') return consistent('', circumstances)
  if (revision === '0') return { kind: 'any' }
  const isExact = resourceVersionMatch === 'Exact' || (resourceVersionMatch === '' && limit > 0)
  if (!isExact) return { kind: 'not-older-than', revision }
  return circumstances.isSingle ? SOURCE : { kind: 'exact', revision, startKey: '' }
}

function planContinuation(
  options: CacherListOptions,
  revision: string,
  circumstances: ListCircumstances,
): ListPlan {
  const token = decodeContinue(options.continue ?? '', options.namespace ?? '')
  if (revision !== '' && revision !== '0')
    throw badRequest('specifying resource version is not allowed when using continue')
  if (circumstances.isSingle) return SOURCE
  const startKey = byteOrdered(token.startKey)
  return token.revision === '-1'
    ? consistent(startKey, circumstances)
    : { kind: 'exact', revision: token.revision, startKey }
}

const consistent = (startKey: string, { canRequestProgress }: ListCircumstances): ListPlan =>
  canRequestProgress ? { kind: 'consistent', startKey } : SOURCE

function revisionOf({ resourceVersion = '' }: CacherListOptions): string {
  if (resourceVersion === '') return ''
  const revision = normalRevision(resourceVersion)
  if (revision === undefined)
    throw badRequest(
      `invalid resource version: resourceVersion: Invalid value: ${JSON.stringify(resourceVersion)}: strconv.ParseUint: parsing ${JSON.stringify(resourceVersion)}: invalid syntax`,
    )
  return revision
}
