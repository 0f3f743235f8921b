import type { Clock } from '@kube-informer/core'
import type { Broadcast } from '../../api/broadcast.ts'
import type { ChannelListener, HostChannel } from '../../wire/channel.ts'
import type { PageMessage } from '../../wire/protocol.ts'

/** What {@link followerHostChannel} takes. */
export interface FollowerHostChannelOptions {
  readonly broadcast: Broadcast
  readonly clock: Clock
  /** How long the follower has for its first message, in ms. */
  readonly helloMs: number
  /** Called with the first message, which the channel then tells. */
  readonly attach: (channel: HostChannel) => void
  readonly onClosed: () => void
}

/** The host's end of a follower's own channel. It is nobody's session before the follower has said something. */
export function followerHostChannel({
  broadcast,
  clock,
  helloMs,
  attach,
  onClosed,
}: FollowerHostChannelOptions): void {
  let listener: ChannelListener<PageMessage> | undefined
  let closed = false
  const close = () => {
    if (closed) return
    closed = true
    clock.clearTimeout(deadline)
    broadcast.close()
    onClosed()
  }
  const deadline = clock.setTimeout(close, helloMs)
  const channel: HostChannel = {
    post: message => {
      if (!closed) broadcast.postMessage(message)
    },
    listen(given) {
      listener = given
    },
    close,
  }
  broadcast.addEventListener('message', ({ data }) => {
    if (closed) return
    clock.clearTimeout(deadline)
    if (!listener) attach(channel)
    listener?.onMessage(data as PageMessage)
  })
}
