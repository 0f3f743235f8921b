import type { Broadcast, OpenBroadcast } from '../api/broadcast.ts'

/** Where the pages of an origin tell each other that somebody has signed out. */
const CHANNEL = 'kube-informer:sign-out'

/** Who has signed out, and of which server. */
export interface SignedOutOwner {
  readonly server: string
  readonly identity: string
}

/** What {@link SignOutBroadcast} takes. */
export interface SignOutBroadcastOptions {
  readonly open: OpenBroadcast | undefined
  readonly owner: SignedOutOwner
  /** Another page has signed this owner out. */
  readonly onSignOut: () => void
}

/** One page's ear for its own owner, and its voice. */
export class SignOutBroadcast {
  readonly #owner: SignedOutOwner
  readonly #channel: Broadcast | undefined

  constructor({ open, owner, onSignOut }: SignOutBroadcastOptions) {
    this.#owner = owner
    this.#channel = open?.(CHANNEL)
    this.#channel?.addEventListener('message', ({ data }) => {
      if (isOwner(data) && data.server === owner.server && data.identity === owner.identity) onSignOut()
    })
  }

  tell(): void {
    this.#channel?.postMessage(this.#owner)
  }

  close(): void {
    this.#channel?.close()
  }
}

const isOwner = (data: unknown): data is SignedOutOwner =>
  typeof data === 'object' && data !== null && 'server' in data && 'identity' in data
