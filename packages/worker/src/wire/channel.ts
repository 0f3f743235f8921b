import type { HostMessage, PageMessage } from './protocol.ts'

/**
 * One end of a line between a page and a host, whatever it is made of. Messages arrive whole, in order, and
 * never inside the `post` that sent them; a closed end is silent.
 */
export interface Channel<TOut, TIn> {
  post(message: TOut): void
  /** Takes the one listener. Called in the same task that made the channel, so that nothing is missed. */
  listen(listener: ChannelListener<TIn>): void
  close(): void
}

/** What one end hears. */
export interface ChannelListener<TIn> {
  onMessage(message: TIn): void
  /** The line is of no use: the other end never came up, or what it sent cannot be read. */
  onFailure(reason: string): void
}

/** The page's end. */
export type PageChannel = Channel<PageMessage, HostMessage>
/** The host's end. */
export type HostChannel = Channel<HostMessage, PageMessage>
