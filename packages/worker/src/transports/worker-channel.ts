import type { PageChannel } from '../wire/channel.ts'
import type { HostMessage } from '../wire/protocol.ts'

/** The page's end of the transport to a dedicated Worker; closing it ends the worker. */
export function workerChannel(worker: Worker): PageChannel {
  return {
    post: message => worker.postMessage(message),
    listen({ onMessage, onFailure }) {
      let up = false
      worker.onmessage = event => {
        up = true
        onMessage(event.data as HostMessage)
      }
      // Before the first message this is a script that cannot be fetched (a bare event, without a text) or
      // evaluated; afterwards it is an uncaught error over there, which need not be the end.
      worker.onerror = event => {
        if (!up) onFailure(`the worker did not start: ${event.message || 'its script could not be loaded'}`)
      }
      worker.onmessageerror = () => onFailure('the worker sent a message that cannot be read')
    },
    close() {
      worker.onmessage = worker.onerror = worker.onmessageerror = null
      worker.terminate()
    },
  }
}

/**
 * The page's end of the transport to a SharedWorker, which lives on for other tabs when this end is closed. No event tells that
 * such a worker died.
 */
export function sharedWorkerChannel(worker: SharedWorker): PageChannel {
  const { port } = worker
  return {
    post: message => port.postMessage(message),
    listen({ onMessage, onFailure }) {
      port.onmessage = event => onMessage(event.data as HostMessage)
      port.onmessageerror = () => onFailure('the shared worker sent a message that cannot be read')
      worker.onerror = () =>
        onFailure('the shared worker did not start: its script could not be loaded, or threw')
    },
    close() {
      port.onmessage = port.onmessageerror = worker.onerror = null
      // No event at the other end tells that a port was closed.
      port.postMessage({ type: 'goodbye' })
      port.close()
    },
  }
}
