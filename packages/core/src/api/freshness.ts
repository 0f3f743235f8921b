import type { ListProgress } from './lister-watcher.ts'

/**
 * How far rows are known to be what the server has.
 *
 * - `offline`: the last attempt to reach the server failed, or there are no attempts any more
 * - `cached`: the rows come from a snapshot that the server has not confirmed
 * - `catching-up`: a first answer, a list or a free connection is awaited, with rows or without
 * - `live`: a watch is open, and what only the server can have sent arrived since the last error
 */
export interface Freshness {
  readonly state: 'live' | 'catching-up' | 'cached' | 'offline'
  /** When something last arrived that only the server can have sent, in ms since the epoch. Absent before that. */
  readonly since?: number
  /** Why it is not live. */
  readonly reason?: string
}

/** What the freshness of rows depends on: a part of `InformerStatus`. */
export interface FreshnessSource {
  readonly data: 'none' | 'cached' | 'complete'
  readonly link: 'connecting' | 'live' | 'retrying' | 'stopped'
  readonly error?: Error | undefined
  readonly progress?: ListProgress | undefined
  readonly provenAt?: number | undefined
  readonly isWaiting?: boolean | undefined
}

/**
 * The freshness of rows with this status.
 *
 * @example
 * const { state, since } = freshnessOf(informer.status)
 */
export function freshnessOf(status: FreshnessSource): Freshness {
  const { provenAt } = status
  return { ...stateOf(status), ...(provenAt !== undefined && { since: provenAt }) }
}

function stateOf({ data, link, error, progress, isWaiting }: FreshnessSource): Freshness {
  if (link === 'stopped' || link === 'retrying') return { state: 'offline', reason: error?.message ?? link }
  if (data === 'cached') return { state: data, reason: 'the server has not confirmed the snapshot' }
  if (progress) return { state: 'catching-up', reason: 'listing' }
  if (isWaiting) return { state: 'catching-up', reason: 'waiting for a connection' }
  if (link === 'connecting' || data === 'none') return { state: 'catching-up', reason: 'connecting' }
  return { state: link }
}
