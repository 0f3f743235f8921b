import { decodeContinue } from './continue-token.ts'
import type { CacherListOptions } from './requests.ts'
import { normalRevision } from './revision.ts'
import { badRequest } from './status-errors.ts'
import { byteOrdered } from './storage-key.ts'

/** How a list is to be answered. */
export type ListPlan =
  /** By what is behind the cache. */
  | { readonly kind: 'source' }
  /** By whatever the cache has; a limit counts for nothing then. */
  | { readonly kind: 'any' }
  /** By the cache, when it is as far as the source is now. */
  | { readonly kind: 'consistent'; readonly startKey: string }
  /** By the cache, when it is that far. */
  | { readonly kind: 'not-older-than'; readonly revision: string }
  /** By the state at exactly that version. */
  | { readonly kind: 'exact'; readonly revision: string; readonly startKey: string }

/** What a plan depends on besides the request. */
export interface ListCircumstances {
  /** Only one object can be in view, by its name: its past is not asked of the cache. */
  readonly isSingle: boolean
  /** Whether a source can be asked how far it is. */
  readonly canRequestProgress: boolean
}

const SOURCE: ListPlan = { kind: 'source' }

/** Throws the 400 of a real server where a token or a resourceVersion is none. */
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
