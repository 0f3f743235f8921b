/** The used part of a dispatch handler of undici. */
export interface RequestHandler {
  onRequestStart?(controller: RequestController, context: unknown): void
}

/** The used part of a request's controller in undici. */
interface RequestController {
  abort(reason: unknown): void
}

/** Calls back after the current turn of the event loop, and after its output was sent. */
type NextTurn = (callback: () => void) => void

/**
 * A handler whose request is aborted in a later turn of the event loop than it is sent in. An abort destroys the stream of a
 * request over HTTP/2. In the same turn this is too early: Node sends the request without its reset, so the server keeps
 * the stream open, and the client's later error for this stream, which has no handler, ends the process.
 */
export function abortAfterSending(handler: RequestHandler, nextTurn: NextTurn): RequestHandler {
  const { onRequestStart } = handler
  // Handlers of undici 7 have other methods.
  if (!onRequestStart) return handler
  return Object.assign(Object.create(handler) as RequestHandler, {
    onRequestStart(this: RequestHandler, controller: RequestController, context: unknown) {
      let isSending = false
      const abort = (reason: unknown): void => {
        if (isSending) nextTurn(() => controller.abort(reason))
        else controller.abort(reason)
      }
      // An abort within this call prevents the request.
      onRequestStart.call(this, { abort }, context)
      isSending = true
      nextTurn(() => {
        isSending = false
      })
    },
  })
}
