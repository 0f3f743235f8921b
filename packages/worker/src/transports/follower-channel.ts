import type { Broadcast } from '../api/broadcast.ts'
import type { PageChannel } from '../wire/channel.ts'
import type { HostMessage } from '../wire/protocol.ts'

/** A follower's end of its channel to the worker of the leading tab. */
export function followerChannel(broadcast: Broadcast): PageChannel {
  let closed = false
  return {
    post: message => {
      if (!closed) broadcast.postMessage(message)
    },
    listen({ onMessage }) {
      broadcast.addEventListener('message', ({ data }) => {
        if (!closed) onMessage(data as HostMessage)
      })
    },
    close() {
      if (closed) return
      closed = true
      // The other end gets no event when this one is closed.
      broadcast.postMessage({ type: 'goodbye' })
      broadcast.close()
    },
  }
}
