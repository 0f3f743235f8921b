import type { Logger } from '../../api/logger.ts'
import { ExactIntegers } from '../json/exact-integers.ts'
import type { EndpointContext, Operation } from '../webhook.ts'
import { type AdmissionContext, addWarning, type Notes, setAudit } from './admission-context.ts'
import type { AdmissionRequest } from './admission-request.ts'
import { admissionRequest, type RawAdmissionRequest } from './admission-review.ts'

/** Options of an {@link AdmissionCall}. */
export interface AdmissionCallOptions {
  readonly endpoint: EndpointContext
  readonly raw: RawAdmissionRequest
  /** What the review was parsed from. */
  readonly text: string
  readonly notes: Notes
  readonly value: unknown
}

/** One call of a webhook: a request, and what its handlers share. */
export class AdmissionCall {
  readonly endpoint: EndpointContext
  readonly request: AdmissionRequest
  /** The objects as they were parsed. They must not be changed. */
  readonly raw: RawAdmissionRequest
  /** The digits of integers that `JSON.parse` rounded. */
  readonly integers: ExactIntegers
  /** What all handlers reported. */
  readonly notes: Notes
  readonly #value: unknown
  #logger: Logger | undefined

  constructor({ endpoint, raw, text, notes, value }: AdmissionCallOptions) {
    this.endpoint = endpoint
    this.raw = raw
    this.request = admissionRequest(raw)
    this.integers = new ExactIntegers(() => text)
    this.notes = notes
    this.#value = value
  }

  get operation(): Operation {
    return this.request.operation
  }

  /** Has the fields of controller-runtime's `DefaultLogConstructor`. */
  get logger(): Logger {
    const { uid, name, namespace, resource, userInfo } = this.request
    this.#logger ??= this.endpoint.logger.with({
      webhook: this.endpoint.path,
      namespace,
      name,
      resource,
      user: userInfo?.username,
      requestID: uid,
    })
    return this.#logger
  }

  /** The context of one handler, whose reports are added to the notes. */
  contextFor({ warnings, audit }: Notes, request: AdmissionRequest = this.request): AdmissionContext {
    const loggerOf = () => this.logger
    return {
      request,
      operation: request.operation,
      dryRun: request.dryRun === true,
      signal: this.endpoint.signal,
      value: this.#value,
      get logger() {
        return loggerOf()
      },
      warn: text => addWarning(warnings, text),
      audit: (key, value) => setAudit(audit, key, value),
    }
  }
}
