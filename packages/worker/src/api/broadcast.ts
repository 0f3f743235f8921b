/** The part of BroadcastChannel that is used: a message reaches every other channel of the same name and origin. */
export interface Broadcast {
  postMessage(message: unknown): void
  /** Receives the messages of other channels, never its own. */
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  close(): void
}

/** Opens the channel with a name: `name => new BroadcastChannel(name)`. */
export type OpenBroadcast = (name: string) => Broadcast
