import { InformerError } from '@kube-informer/core'

/** The disk cannot keep or find something; the text says why, as the status does. Informers go on without it. */
export class DiskError extends InformerError {
  override readonly name = 'DiskError'
  readonly code = 'DiskError'
}

/** What is on disk is not what was written there: it is dropped. */
export class DamagedError extends InformerError {
  override readonly name = 'DamagedError'
  readonly code = 'DamagedError'
}

/** What IndexedDB says by an exception's name, in words. */
const WORDS: Readonly<Record<string, string>> = {
  QuotaExceededError: 'the browser gives this origin no more space (quota exceeded)',
  VersionError: 'a newer version of this application has been here; reload the page to get it',
  SecurityError: 'the browser refuses storage to this page (private mode, or cookies are blocked)',
  InvalidStateError: 'the browser refuses storage to this page, or has just closed the database',
  AbortError: 'the browser broke off a transaction',
  UnknownError: 'the browser could not read or write its files',
  NotFoundError: 'the browser has lost a part of the database',
  NotReadableError: 'the browser could not read a part of the database',
  DataCloneError: 'the browser cannot keep this kind of data',
}

/** The name of an exception, also where it comes from another realm. */
export function errorName(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('name' in error)) return ''
  return String(error.name)
}

/** Why the disk failed, in words. */
export function failureWords(error: unknown): string {
  if (error instanceof DiskError || error instanceof DamagedError) return error.message
  const name = errorName(error)
  const message = error instanceof Error || error instanceof DOMException ? error.message : String(error)
  return WORDS[name] ?? `${name === '' ? '' : `${name}: `}${message}`
}
