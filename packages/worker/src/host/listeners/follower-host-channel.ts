import type { Clock } from '@kube-informer/core'
import type { Broadcast } from '../../api/broadcast.ts'
import type { ChannelListener, HostChannel } from '../../wire/channel.ts'
import { packRows } from '../../wire/packed-rows.ts'
import type { PageMessage } from '../../wire/protocol.ts'

export interface FollowerHostChannelOptions {
  readonly broadcast: Broadcast
  readonly clock: Clock
  /** How long the follower has to send its first message, in ms. */
  readonly helloMs: number
  /** Called on the first message, which the channel then delivers. */
  readonly attach: (channel: HostChannel) => void
  readonly onClosed: () => void
}

/** The host's end of a follower's channel. A session begins with the follower's first message. */
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
      if (!closed) broadcast.postMessage(packRows(message).message)
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
