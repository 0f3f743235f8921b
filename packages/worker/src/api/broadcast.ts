/** As much of the platform's BroadcastChannel as we need: what one posts, all others of that name and origin hear. */
export interface Broadcast {
  postMessage(message: unknown): void
  /** Hears what others post, never what this one does. */
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  close(): void
}

/** Opens the channel of a name: `name => new BroadcastChannel(name)`. */
export type OpenBroadcast = (name: string) => Broadcast
