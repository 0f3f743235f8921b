import { isJsonObject } from '../../api/json-value.ts'
import type { JsonBody } from '../body/read-json-body.ts'
import { RequestBodyError } from '../body/request-body-error.ts'
import { reviewRequest } from '../body/review-request.ts'
import { deepFreeze } from '../json/deep-freeze.ts'
import type { AdmissionRequest } from './admission-request.ts'

const KIND = 'AdmissionReview'
const GROUP = 'admission.k8s.io'

/** A review that an apiserver sent. */
export interface AdmissionReview {
  /** The version to answer in. */
  readonly apiVersion: string
  /** The request as it was parsed. Its objects are not frozen yet: they must not be changed. */
  readonly raw: RawAdmissionRequest
  /** What the review was parsed from. */
  readonly text: string
}

/** A request whose members have the types of an AdmissionRequest. */
export type RawAdmissionRequest = Partial<AdmissionRequest>

type FieldType = 'string' | 'boolean' | 'object'

const FIELDS: readonly (readonly [name: keyof AdmissionRequest, type: FieldType])[] = [
  ['uid', 'string'],
  ['kind', 'object'],
  ['resource', 'object'],
  ['subResource', 'string'],
  ['requestKind', 'object'],
  ['requestResource', 'object'],
  ['requestSubResource', 'string'],
  ['name', 'string'],
  ['namespace', 'string'],
  ['operation', 'string'],
  ['userInfo', 'object'],
  ['object', 'object'],
  ['oldObject', 'object'],
  ['dryRun', 'boolean'],
  ['options', 'object'],
]

/**
 * Reads a review of admission.k8s.io/v1 or v1beta1, which have the same fields; one without `apiVersion` and `kind` is of v1.
 * Throws a RequestBodyError with code 400 for another kind, a review without a request, and fields of another type.
 */
export function decodeReview({ value, text }: JsonBody): AdmissionReview {
  const { apiVersion, request } = reviewRequest(value, KIND, GROUP)
  const raw: Record<string, unknown> = {}
  for (const [name, type] of FIELDS) {
    const member = request[name] ?? undefined
    if (member === undefined) continue
    if (!(type === 'object' ? isJsonObject(member) : typeof member === type))
      throw new RequestBodyError(400, `request.${name} must be of type ${type}`)
    raw[name] = member
  }
  return { apiVersion, raw, text }
}

/** The request as handlers see it. It freezes an object when it is read: most defaulters read their draft only. */
export function admissionRequest(raw: RawAdmissionRequest): AdmissionRequest {
  const { object, oldObject, options, ...rest } = raw
  const request = { uid: '', ...deepFreeze(rest) }
  for (const [name, value] of Object.entries({ object, oldObject, options })) {
    if (value) Object.defineProperty(request, name, { enumerable: true, get: () => deepFreeze(value) })
  }
  return Object.freeze(request) as AdmissionRequest
}

/** The text of a review with an answer. */
export const encodeReview = (apiVersion: string, response: object): string =>
  JSON.stringify({ kind: KIND, apiVersion, response })

/** The version of answers to what is no review. */
export const DEFAULT_REVIEW_VERSION: string = `${GROUP}/v1`
