import type { HostChannel } from '../../wire/channel.ts'
import { packRows } from '../../wire/packed-rows.ts'
import type { PageMessage } from '../../wire/protocol.ts'

/** The part of a dedicated Worker's global scope that a host uses. A `MessagePort` has it too. */
export interface WorkerScope {
  postMessage(message: unknown, transfer: Transferable[]): void
  onmessage: ((event: MessageEvent) => void) | null
  onmessageerror: ((event: MessageEvent) => void) | null
  close(): void
}

/** The host's end of the channel to the page that created this worker. Closing it ends the worker. */
export function scopeChannel(scope: WorkerScope): HostChannel {
  return {
    post(message) {
      const { message: packed, transfer } = packRows(message)
      scope.postMessage(packed, transfer)
    },
    listen({ onMessage, onFailure }) {
      scope.onmessage = event => onMessage(event.data as PageMessage)
      scope.onmessageerror = () => onFailure('the page sent a message that cannot be read')
    },
    close() {
      scope.onmessage = scope.onmessageerror = null
      scope.close()
    },
  }
}
