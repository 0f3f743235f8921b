import type { Broadcast, OpenBroadcast } from '../api/broadcast.ts'

/** The channel on which the pages of an origin announce a sign-out. */
const CHANNEL = 'kube-informer:sign-out'

/** The user that has signed out, and the server. */
export interface SignedOutOwner {
  readonly server: string
  readonly identity: string
}

export interface SignOutBroadcastOptions {
  readonly open: OpenBroadcast | undefined
  readonly owner: SignedOutOwner
  /** Another page has signed this owner out. */
  readonly onSignOut: () => void
}

/** Announces the sign-out of one owner to other pages, and receives theirs. */
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

  announce(): void {
    this.#channel?.postMessage(this.#owner)
  }

  close(): void {
    this.#channel?.close()
  }
}

const isOwner = (data: unknown): data is SignedOutOwner =>
  typeof data === 'object' && data !== null && 'server' in data && 'identity' in data
