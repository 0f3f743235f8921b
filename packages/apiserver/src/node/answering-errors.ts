import { errorMessage } from '@kube-informer/core/internal'
import { DroppedRequest } from '../faults/dropped-request.ts'
import { statusResponse } from '../http/respond.ts'
import { internalError } from '../status/status-errors.ts'

/** A request handler. */
export type Handler = (request: Request) => Promise<Response>

/**
 * Answers 500 with a Status if the handler throws, as a server does for an internal error. Dropped requests and aborted
 * clients get no response.
 */
export const answeringErrors =
  (handle: Handler): Handler =>
  async request => {
    try {
      return await handle(request)
    } catch (error) {
      if (error instanceof DroppedRequest || request.signal.aborted) throw error
      const message = errorMessage(error)
      return statusResponse(internalError(message, 'InternalError'), request)
    }
  }
