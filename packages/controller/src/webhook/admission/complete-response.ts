import { encodeBase64 } from '@kube-informer/core/base64'
import type { ExactIntegers } from '../json/exact-integers.ts'
import { exactJson } from '../json/exact-json.ts'
import type { WebhookType } from '../webhook.ts'
import { addWarning, type Notes, setAudit } from './admission-context.ts'
import type { AdmissionResponse } from './admission-response.ts'
import { checkPatch } from './check-patch.ts'
import { completeStatus } from './complete-status.ts'

/** admission/v1 AdmissionResponse, as it is sent. */
export interface WireResponse {
  readonly uid: string
  readonly allowed: boolean
  readonly status: object
  /** In base64. */
  readonly patch?: string
  readonly patchType?: 'JSONPatch'
  readonly auditAnnotations?: Readonly<Record<string, string>>
  readonly warnings?: readonly string[]
}

/**
 * Makes the answer that is sent of a handler's response and of what it reported: one that the apiserver's
 * `VerifyAdmissionResponse` accepts. Throws a TypeError or UsageError for a response that has no such answer.
 *
 * Upstream: controller-runtime `Response.Complete`.
 */
export function completeResponse(
  type: WebhookType,
  uid: string | undefined,
  response: AdmissionResponse,
  { warnings, audit }: Notes,
): WireResponse {
  const patch = response.allowed ? response.patch : ''
  if (patch && type !== 'mutating') throw new TypeError('a validating webhook cannot return a patch')
  return {
    uid: uid ?? '',
    allowed: response.allowed,
    status: completeStatus(response),
    ...(patch && { patch: encodeBase64(patch), patchType: 'JSONPatch' }),
    ...(audit.size > 0 && { auditAnnotations: Object.fromEntries(audit) }),
    ...(warnings.length > 0 && { warnings }),
  }
}

/**
 * Checks what an `admission` handler returned, which need not have the type that it promises. Its patch becomes a text; its
 * warnings and audit annotations are moved to the notes. Throws a TypeError or UsageError.
 */
export function checkedResponse(
  response: AdmissionResponse,
  notes: Notes,
  integers: ExactIntegers,
): AdmissionResponse {
  if (typeof response !== 'object' || response === null)
    throw new TypeError('the handler returned no response')
  const { allowed, status, warnings = [], auditAnnotations = {} } = response
  if (typeof allowed !== 'boolean') throw new TypeError('allowed of the response must be a boolean')
  if (!Array.isArray(warnings)) throw new TypeError('warnings of the response must be a list')
  for (const text of warnings) addWarning(notes.warnings, text)
  for (const [key, value] of Object.entries(auditAnnotations)) setAudit(notes.audit, key, value)
  const patch = patchOf(response, integers)
  if (patch) checkPatch(patch)
  return { allowed, status, patch }
}

/** The text of the patch, empty if there is none. */
function patchOf(
  { patches, patch = '', patchType = 'JSONPatch' }: AdmissionResponse,
  integers: ExactIntegers,
): string {
  if (patchType !== 'JSONPatch')
    throw new TypeError(`unexpected patch type returned by the handler: ${patchType}, only allow: JSONPatch`)
  if (patches?.length) return exactJson(patches, integers)
  if (typeof patch !== 'string') throw new TypeError('patch of the response must be a text')
  return patch
}
