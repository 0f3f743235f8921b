import type { Channel, ChannelListener, HostChannel, PageChannel } from '../wire/channel.ts'
import type { HostMessage, PageMessage } from '../wire/protocol.ts'

/**
 * A channel within one thread. Nothing is cloned, so both ends share the same objects. A message arrives in a later
 * microtask, never inside its `post`. Closing one end closes both.
 */
export function memoryChannel(): { readonly page: PageChannel; readonly host: HostChannel } {
  const listeners: { page?: ChannelListener<HostMessage>; host?: ChannelListener<PageMessage> } = {}
  let closed = false
  const close = () => {
    closed = true
  }
  const deliver = (hand: () => void) => {
    if (!closed) queueMicrotask(hand)
  }
  const page: Channel<PageMessage, HostMessage> = {
    post: message => deliver(() => listeners.host?.onMessage(message)),
    listen(listener) {
      listeners.page = listener
    },
    close,
  }
  const host: Channel<HostMessage, PageMessage> = {
    post: message => deliver(() => closed || listeners.page?.onMessage(message)),
    listen(listener) {
      listeners.host = listener
    },
    close,
  }
  return { page, host }
}
