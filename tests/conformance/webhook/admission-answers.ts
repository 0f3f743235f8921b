import type { Reply, Review, Script } from './scripted-webhook.ts'

/** An AdmissionReview that answers a request. */
const answered = (
  { apiVersion, kind, request: { uid } }: Review,
  response: object,
  review: object = {},
): Reply => ({
  body: { apiVersion, kind, response: { uid, ...response }, ...review },
})

/** Denies all requests with this status. */
export const denying =
  (status?: object): Script =>
  review =>
    answered(review, { allowed: false, ...(status && { status }) })

/** The base64 of a JSON patch. */
const encodedPatch = (operations: readonly object[]): string =>
  Buffer.from(JSON.stringify(operations)).toString('base64')

const patch = encodedPatch([{ op: 'add', path: '/metadata/annotations', value: { patched: 'yes' } }])

/** An answer that the apiserver refuses, and how it says so. */
export interface WrongAnswer {
  readonly type: 'mutating' | 'validating'
  readonly script: Script
  readonly error: RegExp
}

/** Answers that break the rules of a review (C-ADM-22). */
export const WRONG_ANSWERS: Readonly<Record<string, WrongAnswer>> = {
  'another uid': {
    type: 'validating',
    script: review => answered(review, { allowed: true, uid: 'another' }),
    error: /received invalid webhook response: expected response\.uid="[-0-9a-f]{36}", got "another"/,
  },
  'another version': {
    type: 'validating',
    script: review => answered(review, { allowed: true }, { apiVersion: 'admission.k8s.io/v2' }),
    error: /no kind "AdmissionReview" is registered for version "admission\.k8s\.io\/v2"/,
  },
  'an older version': {
    type: 'validating',
    script: review => answered(review, { allowed: true }, { apiVersion: 'admission.k8s.io/v1beta1' }),
    error: /converting \(v1beta1\.AdmissionReview\) to \(v1\.AdmissionReview\): unknown conversion/,
  },
  'no version and kind': {
    type: 'validating',
    script: review => answered(review, { allowed: true }, { apiVersion: undefined, kind: undefined }),
    error: /expected webhook response of admission\.k8s\.io\/v1, Kind=AdmissionReview, got \/, Kind=/,
  },
  'no response': {
    type: 'validating',
    script: ({ apiVersion, kind, request }) => ({ body: { apiVersion, kind, request } }),
    error: /received invalid webhook response: webhook response was absent/,
  },
  'a patch without a type': {
    type: 'mutating',
    script: review => answered(review, { allowed: true, patch }),
    error: /webhook returned response\.patch but not response\.patchType/,
  },
  'a type without a patch': {
    type: 'mutating',
    script: review => answered(review, { allowed: true, patchType: 'JSONPatch' }),
    error: /webhook returned response\.patchType but not response\.patch/,
  },
  'a patch of another type': {
    type: 'mutating',
    script: review => answered(review, { allowed: true, patch, patchType: 'MergePatch' }),
    error: /unsupported patch type "MergePatch"/,
  },
  'a patch that is no patch': {
    type: 'mutating',
    script: review => answered(review, { allowed: true, patch: 'bm9uc2Vuc2U=', patchType: 'JSONPatch' }),
    error: /received undecodable patch in webhook response/,
  },
  'a patch of a validating webhook': {
    type: 'validating',
    script: review => answered(review, { allowed: true, patch, patchType: 'JSONPatch' }),
    error: /validating webhook may not return response\.patch/,
  },
  'a patch type of a validating webhook': {
    type: 'validating',
    script: review => answered(review, { allowed: true, patchType: 'JSONPatch' }),
    error: /validating webhook may not return response\.patchType/,
  },
}

/** Answers that are no reviews, or none at all. */
export const FAILURES: Readonly<Record<string, WrongAnswer>> = {
  'a page of HTML': {
    type: 'validating',
    script: () => ({ body: '<html><body>Welcome</body></html>', contentType: 'text/html' }),
    error: /failed to call webhook: couldn't get version\/kind; json parse error/,
  },
  'an HTTP error': {
    type: 'validating',
    script: () => ({ status: 500, body: 'internal failure', contentType: 'text/plain' }),
    error: /failed to call webhook: an error on the server \("internal failure"\) has prevented the request/,
  },
  'a body that is cut off': {
    type: 'mutating',
    script: () => 'breaks off',
    error: /failed to call webhook: unexpected error when reading response body\..*: unexpected EOF/,
  },
  'no answer in time': {
    type: 'validating',
    script: () => 'never answers',
    error: /failed to call webhook: Post "https:\S+\?timeout=1s": context deadline exceeded/,
  },
  'no answer in time to a mutating webhook': {
    type: 'mutating',
    script: () => 'never answers',
    error: /failed to call webhook: Post "https:\S+\?timeout=1s": context deadline exceeded/,
  },
}
