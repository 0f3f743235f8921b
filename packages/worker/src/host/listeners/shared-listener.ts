import type { HostChannel } from '../../wire/channel.ts'
import { scopeChannel, type WorkerScope } from './scope-channel.ts'

/** The part of a SharedWorker's global scope that a host uses. */
export interface SharedScope {
  onconnect: ((event: MessageEvent) => void) | null
}

/**
 * Serves every page that connects. Its port queues messages until a listener is set.
 *
 * @param unsuited why another kind of host would serve the pages better; resolves with undefined if none would
 */
export function serveShared(
  scope: SharedScope,
  attach: (channel: HostChannel) => void,
  unsuited?: Promise<string | undefined>,
): void {
  scope.onconnect = ({ ports: [port] }) => {
    if (!port) return
    const channel = scopeChannel(port satisfies WorkerScope)
    attach(channel)
    void unsuited?.then(reason => reason !== undefined && channel.post({ type: 'unsuited', reason }))
  }
}
