import { loadProtobuf } from '@kube-informer/core'
import type { HostMessage } from '../wire/protocol.ts'

type Receive = (message: HostMessage) => void

/**
 * Passes messages on in their order. From the first one with rows of bytes, they wait until the module that reads such rows is
 * loaded: 15 kB, which a page without them does not load. If it cannot be loaded, the rows count as unreadable, and it is
 * tried again with the next message.
 */
export function readableMessages(receive: Receive): Receive {
  const waiting: HostMessage[] = []
  let isReady = false
  const load = async () => {
    isReady = await loadProtobuf().then(
      () => true,
      () => false,
    )
    for (const message of waiting.splice(0)) receive(message)
  }
  return message => {
    const isReadable = isReady || !('hasBytes' in message)
    if (waiting.length === 0 && isReadable) receive(message)
    else if (waiting.push(message) === 1) void load()
  }
}
