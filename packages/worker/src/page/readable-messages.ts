import { loadProtobuf } from '@kube-informer/core'
import { unpackRows } from '../wire/packed-rows.ts'
import type { HostMessage } from '../wire/protocol.ts'

type Receive = (message: HostMessage) => void

/**
 * Passes messages on in their order. From the first one with rows of bytes, they wait until the module that reads such rows is
 * loaded: 15 kB, which a page without them does not load. If it cannot be loaded, the rows count as unreadable, and it is
 * tried again with the next message.
 */
export function readableMessages(receive: Receive): Receive {
  let waiting: HostMessage[] = []
  let isReady = false
  const pass = (message: HostMessage) =>
    receive(
      message.type === 'batch' || message.type === 'result' ? (unpackRows(message) as HostMessage) : message,
    )
  const load = async () => {
    isReady = await loadProtobuf().then(
      () => true,
      () => false,
    )
    const messages = waiting
    waiting = []
    messages.forEach(pass)
  }
  return message => {
    const needsCode = 'bodies' in message && !isReady
    if (waiting.length === 0 && !needsCode) return pass(message)
    waiting.push(message)
    if (waiting.length === 1) void load()
  }
}
