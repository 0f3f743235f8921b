import type { Status } from '@kube-informer/core'
import type { PatchOperation } from '@kube-informer/core/patch'
import { textOf } from './text-of.ts'

/** The answer of an `admission` handler (controller-runtime `admission.Response`). */
export interface AdmissionResponse {
  readonly allowed: boolean
  /** Why. Without a code it has 200, or 403 for a denial. */
  readonly status?: Status | undefined
  /** The changes of a mutating webhook. They replace `patch`. */
  readonly patches?: readonly PatchOperation[] | undefined
  /** The text of a JSON patch, not in base64. */
  readonly patch?: string | undefined
  /** @default 'JSONPatch' */
  readonly patchType?: 'JSONPatch' | undefined
  /** Shown to the user, after those of `context.warn`. */
  readonly warnings?: readonly string[] | undefined
  /** Added to the audit event. The apiserver puts the name of the webhook and `/` before each key. */
  readonly auditAnnotations?: Readonly<Record<string, string>> | undefined
}

/** Allows the request. */
export const allowed = (message = ''): AdmissionResponse => ({
  allowed: true,
  status: { code: 200, ...(message && { message }) },
})

/** Denies the request with code 403. Users see the message. */
export const denied = (message = ''): AdmissionResponse => ({
  allowed: false,
  status: { code: 403, reason: 'Forbidden', ...(message && { message }) },
})

/** Denies the request with the code and the text of the error. */
export const errored = (code: number, error: unknown): AdmissionResponse => ({
  allowed: false,
  status: { code, message: textOf(error) },
})

/**
 * Allows the request with changes.
 *
 * @example
 * return patched('', [{ op: 'add', path: '/metadata/labels/team', value: 'web' }])
 */
export const patched = (message: string, patches: readonly PatchOperation[]): AdmissionResponse => ({
  ...allowed(message),
  patches,
})
