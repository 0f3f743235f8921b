import type { Clock } from '@kube-informer/core'
import type { Identity } from '../../api/identity.ts'
import { isOlder } from '../../collections/revisions.ts'
import type { DurableWebSocket } from '../durable-object.ts'
import type { SeenIdentity } from './seen-identity.ts'

/** Within an hour, a watch without a timeout ends, too. */
const MAX_SECONDS = 3600
/** The runtime allows 2048; times and the resourceVersion become longer. */
const MAX_BYTES = 1800

/**
 * What a leaf needs to serve a reader again after it was asleep. It is attached to the reader's WebSocket. The token is not
 * part of it.
 */
export interface StoredReader {
  /** Path and query of the watch. */
  readonly path: string
  readonly accept: string
  readonly origin: string
  readonly identity: Pick<Identity, 'username' | 'uid' | 'groups' | 'extra'>
  /** Until when the identity holds. Without the token, it cannot be checked again. */
  readonly validUntil: number
  /** The length of all texts that were sent. */
  readonly sent: number
  /** The reader has all events up to here. Absent while the leaf is awake: it changes with each event. */
  readonly resourceVersion?: string | undefined
  /** When the access has to be checked again. */
  readonly checkAt: number
  /** Consecutive checks without an answer. */
  readonly failures: number
}

/** A reader of a leaf that is asleep. */
export interface SleepingReader {
  readonly socket: DurableWebSocket
  readonly stored: StoredReader & { readonly resourceVersion: string }
}

/** A reader whose watch begins. */
export function newReader({ url, headers }: Request, { identity, validUntil }: SeenIdentity): StoredReader {
  const { pathname, search } = new URL(url)
  const { username = '', uid, groups, extra } = identity ?? {}
  return {
    path: pathname + search,
    accept: headers.get('Accept') ?? 'application/json',
    origin: headers.get('Origin') ?? '',
    identity: { username, uid, groups, extra },
    validUntil,
    sent: 0,
    checkAt: 0,
    failures: 0,
  }
}

/** Whether a reader can be attached to its socket. A sleeping leaf sends bookmarks of whole objects only. */
export function isStorable(stored: StoredReader): boolean {
  if (/;\s*as=/i.test(stored.accept)) return false
  const text = JSON.stringify(stored)
  // Texts with other characters take two bytes for each.
  const isLatin = [...text].every(character => character <= '\u00ff')
  return text.length * (isLatin ? 1 : 2) <= MAX_BYTES
}

export const storeReader = (socket: DurableWebSocket, stored: StoredReader): void =>
  socket.serializeAttachment(JSON.stringify(stored, finite))

/** JSON has no infinite times. */
const finite = (_key: string, value: unknown): unknown =>
  value === Number.POSITIVE_INFINITY ? Number.MAX_SAFE_INTEGER : value

/** The readers that can be served again. The position of the others is unknown: their sockets are closed, and they resume. */
export function sleepingReaders(sockets: readonly DurableWebSocket[]): readonly SleepingReader[] {
  const readers: SleepingReader[] = []
  for (const socket of sockets) {
    const text = socket.deserializeAttachment()
    const stored = typeof text === 'string' ? (JSON.parse(text) as StoredReader) : undefined
    const resourceVersion = stored?.resourceVersion
    if (stored && resourceVersion !== undefined)
      readers.push({ socket, stored: { ...stored, resourceVersion } })
    else socket.close(1000)
  }
  return readers
}

/**
 * The resourceVersion up to which a reader has all events, when it has taken everything from a cache. A reader that asked
 * for a later one has that.
 */
export function positionOf({ path }: StoredReader, cached: string): string {
  const requested = new URL(path, 'https://relay').searchParams.get('resourceVersion') ?? ''
  const normal = requested.replace(/^0+/, '')
  return isOlder(cached, normal) ? normal : cached
}

/**
 * The request that continues the watch of a reader, whose own timeout starts again. Undefined if its identity does not hold
 * any more.
 */
export function resumingRequest({ stored }: SleepingReader, clock: Pick<Clock, 'now'>): Request | undefined {
  const valid = Math.floor((stored.validUntil - clock.now()) / 1000)
  if (valid < 1) return undefined
  const url = new URL(stored.path, 'https://relay')
  for (const name of ['sendInitialEvents', 'resourceVersionMatch']) url.searchParams.delete(name)
  url.searchParams.set('resourceVersion', stored.resourceVersion)
  const requested = Number(url.searchParams.get('timeoutSeconds') ?? 0) || MAX_SECONDS
  if (valid < requested) url.searchParams.set('timeoutSeconds', String(valid))
  return new Request(url, { headers: { Accept: stored.accept, Origin: stored.origin } })
}
