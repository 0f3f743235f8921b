import type { HostChannel } from '../../wire/channel.ts'
import { scopeChannel, type WorkerScope } from './scope-channel.ts'

/** What the global scope of a SharedWorker gives to a host. */
export interface SharedScope {
  onconnect: ((event: MessageEvent) => void) | null
}

/** Serves every page that connects. What a page says before is kept by its port, which begins to speak when it is listened to. */
export function serveShared(scope: SharedScope, attach: (channel: HostChannel) => void): void {
  scope.onconnect = ({ ports: [port] }) => {
    if (port) attach(scopeChannel(port satisfies WorkerScope))
  }
}
