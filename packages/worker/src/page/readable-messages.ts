import { loadProtobuf, type ProtobufGroups } from '@kube-informer/core'
import type { ContentMessage } from '../wire/protocol.ts'

type Receive = (message: ContentMessage) => void

/**
 * Passes messages on in their order. From the first one with rows of protobuf, they wait until what reads such rows is loaded:
 * 15 kB, or 19 kB for all groups, which a page without them does not load. If it cannot be loaded, the rows count as
 * unreadable, and it is tried again with the next message.
 */
export function readableMessages(receive: Receive): Receive {
  const waiting: ContentMessage[] = []
  const loaded = new Set<ProtobufGroups | undefined>([undefined])
  const load = async (groups: ProtobufGroups | undefined) => {
    let deliver = receive
    try {
      await loadProtobuf({ groups })
      loaded.add(groups)
      deliver = pass
    } catch {}
    for (const message of waiting.splice(0)) deliver(message)
  }
  const pass = (message: ContentMessage) => {
    const { protobuf: groups } = message as { readonly protobuf?: ProtobufGroups }
    if (waiting.length === 0 && loaded.has(groups)) receive(message)
    else if (waiting.push(message) === 1) void load(groups)
  }
  return pass
}
