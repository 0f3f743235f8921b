import type { PageChannel } from '../wire/channel.ts'
import type { HostMessage } from '../wire/protocol.ts'

/** The page's end of the channel to a dedicated Worker. Closing it terminates the worker. */
export function workerChannel(worker: Worker): PageChannel {
  return {
    post: message => worker.postMessage(message),
    listen({ onMessage, onFailure }) {
      let up = false
      worker.onmessage = event => {
        up = true
        onMessage(event.data as HostMessage)
      }
      // Before the first message, the script could not be fetched (an event without a message) or evaluated. Afterwards
      // it is an uncaught error in the worker, which may go on.
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
 * The page's end of the channel to a SharedWorker, which keeps running for other tabs when this end is closed. No event
 * reports that such a worker has ended.
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
      // The other end gets no event when a port is closed.
      port.postMessage({ type: 'goodbye' })
      port.close()
    },
  }
}
