import { isJsonObject, type JsonObject } from '../api/json-value.ts'

/** What the apiserver reads from an answer. */
export interface VerifiedResponse {
  readonly allowed: boolean
  /** The text of the JSON patch, empty without one. */
  readonly patch: string
  readonly status: JsonObject
  readonly warnings: readonly string[]
  readonly auditAnnotations: Readonly<Record<string, string>>
}

const V1 = 'admission.k8s.io/v1'
const V1BETA1 = 'admission.k8s.io/v1beta1'

/**
 * What the apiserver makes of an answer (plugin/webhook/request `VerifyAdmissionResponse`, and the decoding before it). Throws its
 * error, in its words, for one that it refuses. `sent` is the version of the review that it sent.
 */
export function verifyAdmissionResponse(
  { uid, mutating, sent = V1 }: { readonly uid: string; readonly mutating: boolean; readonly sent?: string },
  body: string,
): VerifiedResponse {
  const review = decode(JSON.parse(body))
  const { response, apiVersion, kind } = review
  if (response === undefined) throw new Error('webhook response was absent')
  if (sent === V1) {
    if (response.uid !== uid)
      throw new Error(`expected response.uid=${JSON.stringify(uid)}, got ${response.uid}`)
    if (apiVersion !== V1 || kind !== 'AdmissionReview')
      throw new Error(
        `expected webhook response of ${V1}, Kind=AdmissionReview, got ${apiVersion}, Kind=${kind}`,
      )
    verifyPatch(response, mutating)
  } else if (apiVersion !== V1BETA1) {
    throw new Error(`no decoding of ${apiVersion} into ${V1BETA1}`)
  }
  return {
    allowed: response.allowed,
    patch: mutating ? fromBase64(response.patch ?? '') : '',
    status: response.status ?? {},
    warnings: response.warnings ?? [],
    auditAnnotations: response.auditAnnotations ?? {},
  }
}

function verifyPatch({ patch = '', patchType }: WireResponse, mutating: boolean): void {
  if (!mutating) {
    if (patch !== '') throw new Error('validating webhook may not return response.patch')
    if (patchType !== undefined) throw new Error('validating webhook may not return response.patchType')
    return
  }
  if (patch !== '' && patchType === undefined)
    throw new Error('webhook returned response.patch but not response.patchType')
  if (patch === '' && patchType !== undefined)
    throw new Error('webhook returned response.patchType but not response.patch')
  if (patchType === '') throw new Error('webhook returned invalid response.patchType of ""')
  // The dispatcher (mutating `callAttrMutatingHook`) knows one type.
  if (patchType !== undefined && patchType !== 'JSONPatch')
    throw new Error(`unsupported patch type "${patchType}"`)
}

interface WireResponse {
  readonly uid: string
  readonly allowed: boolean
  readonly status?: JsonObject
  readonly patch?: string
  readonly patchType?: string
  readonly warnings?: readonly string[]
  readonly auditAnnotations?: Readonly<Record<string, string>>
}

interface WireReview {
  readonly apiVersion: string
  readonly kind: string
  readonly response?: WireResponse
}

/** Decodes like Go: a member of another type is an error. */
function decode(value: unknown): WireReview {
  check(isJsonObject(value), 'review')
  const { response, apiVersion = '', kind = '' } = value
  check(typeof apiVersion === 'string' && typeof kind === 'string', 'type')
  if (response === undefined || response === null) return { apiVersion, kind }
  check(isJsonObject(response), 'response')
  const {
    uid = '',
    allowed = false,
    status,
    patch,
    patchType,
    warnings = [],
    auditAnnotations = {},
  } = response
  check(typeof uid === 'string', 'uid')
  check(typeof allowed === 'boolean', 'allowed')
  check(status === undefined || isStatus(status), 'status')
  check(patch === undefined || typeof patch === 'string', 'patch')
  check(patchType === undefined || typeof patchType === 'string', 'patchType')
  check(Array.isArray(warnings) && warnings.every(isText), 'warnings')
  check(isJsonObject(auditAnnotations) && Object.values(auditAnnotations).every(isText), 'auditAnnotations')
  return { apiVersion, kind, response: response as never }
}

/** meta/v1 Status: members of other names are ignored. */
function isStatus(status: unknown): status is JsonObject {
  if (!isJsonObject(status)) return false
  const { code, details } = status
  const texts = ['status', 'message', 'reason'].every(name => isOptionalText(status[name]))
  return texts && isOptionalInt32(code) && (details === undefined || isDetails(details))
}

function isDetails(details: unknown): boolean {
  if (!isJsonObject(details)) return false
  const { causes = [], retryAfterSeconds } = details
  const texts = ['name', 'group', 'kind', 'uid'].every(name => isOptionalText(details[name]))
  return texts && isOptionalInt32(retryAfterSeconds) && Array.isArray(causes) && causes.every(isCause)
}

const isCause = (cause: unknown): boolean =>
  isJsonObject(cause) && ['reason', 'message', 'field'].every(name => isOptionalText(cause[name]))

const isText = (value: unknown): boolean => typeof value === 'string'

const isOptionalText = (value: unknown): boolean => value === undefined || isText(value)

const isOptionalInt32 = (value: unknown): boolean =>
  value === undefined || (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31)

function check(condition: boolean, field: string): asserts condition {
  if (!condition) throw new Error(`json: cannot unmarshal ${field} of the response`)
}

/** Throws for what is no base64. */
const fromBase64 = (text: string): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(text), each => each.charCodeAt(0)))
