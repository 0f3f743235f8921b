import type { NodeAddress } from './node-address.ts'

/** The host name of requests between objects, which no server sees. */
export const INTERNAL_URL = 'https://relay.internal'

/** Paths of requests between objects. Readers cannot use them. */
export const INTERNAL_PATH = '/.relay/'
/** Ends everything. */
export const STOP_PATH: string = `${INTERNAL_PATH}stop`
/** From a leaf to its parent: the leaf is asleep. The body is a {@link SleepNotice}. */
export const SLEEP_PATH: string = `${INTERNAL_PATH}sleep`
/** From a parent to a leaf: there are events for its readers, or their access may have changed. */
export const WAKE_PATH: string = `${INTERNAL_PATH}wake`
/** From a parent to a leaf: there are other events, which it must read before the history of the parent ends. */
export const CATCH_UP_PATH: string = `${INTERNAL_PATH}catch-up`

/** The answer to a notice: the leaf can sleep. */
export const MAY_SLEEP = 204
/** The answer to a notice: the leaf must read what it may have missed. */
export const MUST_WAKE = 409

/** What a leaf that falls asleep tells the parent of a resource. */
export interface SleepNotice {
  readonly leaf: NodeAddress
  /** The watches of its readers, as paths with query; an event of one of them wakes the leaf at once. */
  readonly watches: readonly string[]
  /** The watch of all that the leaf caches; an event wakes it before the history of the parent ends. */
  readonly all: string
  /** Whether the leaf has been asleep since an earlier notice. The parent may have ended meanwhile. */
  readonly isRenewal: boolean
}

export const internalRequest = (path: string, body?: SleepNotice): Request =>
  new Request(INTERNAL_URL + path, {
    method: 'POST',
    ...(body && { body: JSON.stringify(body) }),
  })
