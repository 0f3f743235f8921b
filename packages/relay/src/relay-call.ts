import type { AccessAttributes } from './api/access-attributes.ts'
import type { Identity } from './api/identity.ts'
import type { Collection } from './collections/collection.ts'
import type { Collections } from './collections/collections.ts'
import { parseRead, type ReadTarget } from './http/read-target.ts'
import type { WatchSlot } from './http/watch-rates.ts'
import type { Access } from './watches/access-check.ts'
import type { ReaderContext } from './watches/reader-context.ts'

/** A read that a cache answers. */
export interface CachedRead extends ReadTarget {
  readonly type: 'cached'
  readonly collection: Collection
}

/** What answers a request: a cache, the relay's metrics, or the apiserver, if requests are passed on. */
export type CallTarget =
  | CachedRead
  | { readonly type: 'metrics'; readonly attributes: AccessAttributes }
  | { readonly type: 'other'; readonly attributes?: undefined }

/** A request within the relay. Each step of the pipeline returns it with what the step has found. */
export interface RelayCall {
  readonly request: Request
  readonly target: CallTarget
  /** Of a reader that may be known already. */
  readonly context: ReaderContext | undefined
  /** Aborts when the reader leaves, or when the relay stops. */
  readonly signal: AbortSignal
  /** Of a watch that opens. */
  readonly slot: WatchSlot | undefined
  /** Called with what gives back a share of a budget when the call ends. */
  readonly onEnd: (giveBack: () => void) => void
}

/** A call of a reader who was authenticated. */
export interface IdentifiedCall extends RelayCall {
  readonly identity: Identity
}

/** A call that may be answered. */
export interface AuthorizedCall extends IdentifiedCall {
  /** What the relay checked; undefined where the apiserver decides. */
  readonly access: Access | undefined
  /** The epoch of the running watches before the reviews. */
  readonly epoch: number
}

const METRICS: AccessAttributes = {
  verb: 'get',
  path: '/metrics',
  group: '',
  version: '',
  resource: '',
  namespace: '',
  name: '',
  labelSelector: '',
  fieldSelector: '',
}

export function targetOf(request: Request, pathname: string, collections: Collections): CallTarget {
  if (pathname === METRICS.path) return { type: 'metrics', attributes: METRICS }
  const target = parseRead(request)
  const collection = target && collections.find(target.path)
  return collection ? { ...target, type: 'cached', collection } : { type: 'other' }
}

/** Whether a call opens a watch. A reader that was authenticated earlier continues one, which was counted when it opened. */
export const opensWatch = ({ target, context }: Pick<RelayCall, 'target' | 'context'>): boolean =>
  target.type === 'cached' && target.attributes.verb === 'watch' && !context?.identity

/** Whether the apiserver answers a list: the cache does not know the newest state. */
export const isConsistentList = ({ attributes, call: { query } }: CachedRead): boolean =>
  attributes.verb === 'list' &&
  ((query.get('resourceVersion') ?? '') === '' || query.get('resourceVersionMatch') === 'Exact')
