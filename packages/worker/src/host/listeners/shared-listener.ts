import type { HostChannel } from '../../wire/channel.ts'
import { scopeChannel, type WorkerScope } from './scope-channel.ts'

/** The part of a SharedWorker's global scope that a host uses. */
export interface SharedScope {
  onconnect: ((event: MessageEvent) => void) | null
}

/** Serves every page that connects. Its port queues messages until a listener is set. */
export function serveShared(scope: SharedScope, attach: (channel: HostChannel) => void): void {
  scope.onconnect = ({ ports: [port] }) => {
    if (port) attach(scopeChannel(port satisfies WorkerScope))
  }
}
