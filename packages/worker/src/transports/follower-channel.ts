import type { Broadcast } from '../api/broadcast.ts'
import type { PageChannel } from '../wire/channel.ts'
import type { HostMessage } from '../wire/protocol.ts'

/** A follower's end of its own channel to the leading tab's worker. */
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
      // No event at the other end tells that this one was closed.
      broadcast.postMessage({ type: 'goodbye' })
      broadcast.close()
    },
  }
}
