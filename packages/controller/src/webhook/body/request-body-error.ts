import { InformerError } from '@kube-informer/core'

/**
 * The body of a request cannot be used. `code` is the HTTP status code that fits: 400, 413 for a body that is too large, 429
 * without room for it.
 */
export class RequestBodyError extends InformerError {
  override readonly name = 'RequestBodyError'
  readonly code: 400 | 413 | 429

  constructor(code: 400 | 413 | 429, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
