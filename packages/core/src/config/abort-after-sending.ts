/** The used part of a dispatch handler of undici. */
export interface RequestHandler {
  onRequestStart?(controller: RequestController, context: unknown): void
}

/** The used part of a request's controller in undici. */
interface RequestController {
  abort(reason: unknown): void
}

/** Calls back in the next iteration of the event loop, after the output of this one was sent: `setImmediate`. */
type Defer = (callback: () => void) => void

/**
 * A handler whose request is never aborted in the iteration of the event loop in which it is sent. Over HTTP/2, undici
 * destroys the stream of an aborted request. Within that iteration, Node then sends the request without its reset. The server
 * keeps the stream open, and an error of this stream, which has no listener, ends the process later.
 */
export function abortAfterSending(handler: RequestHandler, defer: Defer): RequestHandler {
  const { onRequestStart } = handler
  // Handlers of undici 7 have other methods.
  if (!onRequestStart) return handler
  return Object.assign(Object.create(handler) as RequestHandler, {
    onRequestStart(this: RequestHandler, controller: RequestController, context: unknown) {
      let isSending = false
      const abort = (reason: unknown): void => {
        if (isSending) defer(() => controller.abort(reason))
        else controller.abort(reason)
      }
      // An abort within this call prevents the request.
      onRequestStart.call(this, { abort }, context)
      isSending = true
      defer(() => {
        isSending = false
      })
    },
  })
}
