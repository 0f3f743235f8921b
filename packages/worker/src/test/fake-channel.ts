import type { Channel, ChannelListener } from '../wire/channel.ts'

/** One end of a channel; the test is the other end. It records posted messages, and the test can send replies. */
export interface FakeChannel<TOut, TIn> extends Channel<TOut, TIn>, ChannelListener<TIn> {
  readonly posted: TOut[]
  readonly closed: boolean
}

export function fakeChannel<TOut, TIn>(): FakeChannel<TOut, TIn> {
  const posted: TOut[] = []
  let listener: ChannelListener<TIn> | undefined
  let closed = false
  return {
    posted,
    get closed() {
      return closed
    },
    post: message => posted.push(message),
    listen(given) {
      listener = given
    },
    close() {
      closed = true
    },
    onMessage: message => listener?.onMessage(message),
    onFailure: reason => listener?.onFailure(reason),
  }
}
