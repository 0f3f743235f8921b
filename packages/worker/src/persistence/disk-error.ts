import { InformerError } from '@kube-informer/core'

/** Reading or writing persisted data failed. The message is also in the status; informers continue without persistence. */
export class DiskError extends InformerError {
  override readonly name = 'DiskError'
  readonly code = 'DiskError'
}

/** The data on disk differs from what was written. It is discarded. */
export class DamagedError extends InformerError {
  override readonly name = 'DamagedError'
  readonly code = 'DamagedError'
}

/** Messages for the names of IndexedDB's exceptions. */
const MESSAGES: Readonly<Record<string, string>> = {
  QuotaExceededError: 'the storage quota of this origin is exceeded',
  VersionError: 'the database was upgraded by a newer version of this application; reload the page',
  SecurityError: 'the browser denies storage to this page (private mode, or cookies are blocked)',
  InvalidStateError: 'the browser denies storage to this page, or closed the database',
  AbortError: 'the browser aborted a transaction',
  UnknownError: 'the browser could not read or write its files',
  NotFoundError: 'a part of the database is missing',
  NotReadableError: 'a part of the database could not be read',
  DataCloneError: 'the browser cannot store this kind of data',
}

/** The name of an exception, including one of another realm. */
export function errorName(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('name' in error)) return ''
  return String(error.name)
}

/** A message for a failure of the disk. */
export function describeFailure(error: unknown): string {
  if (error instanceof DiskError || error instanceof DamagedError) return error.message
  const name = errorName(error)
  const message = error instanceof Error || error instanceof DOMException ? error.message : String(error)
  return MESSAGES[name] ?? `${name === '' ? '' : `${name}: `}${message}`
}
