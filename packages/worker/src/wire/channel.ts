import type { HostMessage, PageMessage } from './protocol.ts'

/**
 * One end of a channel between a page and a host. Messages arrive complete and in order, and never inside the `post`
 * that sent them. A closed end receives nothing.
 */
export interface Channel<TOut, TIn> {
  post(message: TOut): void
  /** Sets the only listener. Call it in the task that created the channel, so that no message is lost. */
  listen(listener: ChannelListener<TIn>): void
  close(): void
}

/** Events of one end. */
export interface ChannelListener<TIn> {
  onMessage(message: TIn): void
  /** The channel cannot be used: the other end did not start, or a message cannot be deserialized. */
  onFailure(reason: string): void
}

/** The page's end. */
export type PageChannel = Channel<PageMessage, HostMessage>
/** The host's end. */
export type HostChannel = Channel<HostMessage, PageMessage>
