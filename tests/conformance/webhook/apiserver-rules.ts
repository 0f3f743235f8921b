import type { Answer } from './answer.ts'
import type { Case } from './corpus.ts'

interface AnsweredReview {
  readonly apiVersion?: string
  readonly kind?: string
  readonly response?: Readonly<Record<string, unknown>>
}

/** The parts of a request that its answer must fit. */
interface SentReview {
  readonly request?: {
    readonly uid?: unknown
    readonly desiredAPIVersion?: unknown
    readonly objects?: readonly { readonly kind?: string; readonly metadata?: unknown }[] | null
  }
}

/**
 * Why an apiserver would refuse an answer, as its source says it; undefined if it would not (`VerifyAdmissionResponse`,
 * `getConvertedObjectsFromResponse`). A request that no apiserver sends has the empty uid.
 */
export function problemOf({ path, body }: Case, answer: Answer): string | undefined {
  const sent = parsed(body)
  const { apiVersion, kind, response } = JSON.parse(answer.body.toString()) as AnsweredReview
  if (!response) return 'webhook response was absent'
  const uid = typeof sent.request?.uid === 'string' ? sent.request.uid : ''
  if (response.uid !== uid && response.uid !== '') return `expected response.uid=${uid}`
  const isConversion = path.startsWith('/convert')
  const wanted = isConversion ? 'ConversionReview' : 'AdmissionReview'
  if (kind !== wanted || !apiVersion) return `expected webhook response of ${wanted}`
  if (isConversion) return conversionProblem(sent, response)
  const hasPatch = response.patch !== undefined
  if (!path.startsWith('/mutate')) return hasPatch || response.patchType ? 'unexpected patch' : undefined
  if (hasPatch && response.patchType !== 'JSONPatch') return 'response.patch but not response.patchType'
  return response.patchType && !hasPatch ? 'response.patchType but not response.patch' : undefined
}

function conversionProblem({ request }: SentReview, response: Readonly<Record<string, unknown>>) {
  const { result, convertedObjects: converted = [] } = response as {
    readonly result?: { readonly status?: string; readonly message?: string }
    readonly convertedObjects?: readonly { readonly apiVersion?: unknown; readonly kind?: string }[]
  }
  if (result?.status !== 'Success') return result?.message ? undefined : 'a failure without a message'
  const objects = request?.objects ?? []
  if (converted.length !== objects.length) return `returned ${converted.length} objects`
  const isRight = (object: (typeof converted)[number], index: number) =>
    object.apiVersion === request?.desiredAPIVersion && object.kind === objects[index]?.kind
  return converted.every(isRight) ? undefined : 'invalid converted object'
}

function parsed(body: Uint8Array | undefined): SentReview {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body))
    return (value ?? {}) as SentReview
  } catch {
    return {}
  }
}
