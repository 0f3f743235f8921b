import { UsageError } from '@kube-informer/core'
import type { Logger } from '../../api/logger.ts'
import type { Operation } from '../webhook.ts'
import type { AdmissionRequest } from './admission-request.ts'

/** What a handler of an admission request may use. Its functions work without `this`. */
export interface AdmissionContext {
  readonly request: AdmissionRequest
  readonly operation: Operation
  /** Whether nothing will be stored. A handler must not have side effects then. */
  readonly dryRun: boolean
  /** Aborts shortly before the apiserver stops waiting for the answer, and when it closes the connection. */
  readonly signal: AbortSignal
  /** Adds the object, the resource, the user and the uid of the request to each message. */
  readonly logger: Logger
  /** What `contextOf` of `webhookHandler` made of the HTTP request. */
  readonly value: unknown
  /**
   * Shows a text to the user, also if this handler or a later one denies the request, panics or is cut off. The apiserver cuts texts off at 256 characters if all warnings of a
   * response have more than 4,096. Control characters, which it does not accept, become spaces.
   */
  warn(text: string): void
  /**
   * Adds an annotation to the audit event. The apiserver puts the name of the webhook and `/` before the key, so the key has no
   * prefix of its own: it throws a UsageError for one that is no name. A handler that sets a key twice replaces its value.
   */
  audit(key: string, value: string): void
}

/** What a handler reported. */
export interface Notes {
  readonly warnings: string[]
  readonly audit: Map<string, string>
}

const AUDIT_KEY = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/

/** Throws a UsageError for an audit annotation that the apiserver would drop (`admission.checkKeyFormat`). */
export function setAudit(audit: Map<string, string>, key: string, value: string): void {
  if (!AUDIT_KEY.test(key))
    throw new UsageError(
      `the audit key must be a name without the prefix that the apiserver adds, got ${JSON.stringify(key)}`,
    )
  if (typeof value !== 'string') throw new UsageError(`the audit annotation ${key} must be a text`)
  audit.set(key, value)
}

/** Throws a UsageError for a warning that is no text. */
export function addWarning(warnings: string[], text: string): void {
  if (typeof text !== 'string') throw new UsageError('a warning must be a text')
  const line = text.replace(/\p{Cc}+/gu, ' ').trim()
  if (line) warnings.push(line)
}
