import { ConnectionError } from '@kube-informer/core'
import { type Resolvers, withResolvers } from '@kube-informer/core/internal'
import type { OpenBroadcast } from '../api/broadcast.ts'
import type { PostToHost } from './host-session.ts'
import { type SignedOutOwner, SignOutBroadcast } from './sign-out-broadcast.ts'

export interface SignOutOptions {
  readonly open: OpenBroadcast | undefined
  /** A user signs out, in this tab or another: clear everything that is visible. */
  readonly onStart: () => void
  /** The host has deleted everything, or reports a failure. */
  readonly onDone: (failure: string | undefined) => void
}

/**
 * Signs a connection out: clears the page first, then its host clears memory and disk. Other tabs of the same owner do
 * the same with their hosts. If a host ends meanwhile, the next one continues.
 */
export class SignOut {
  readonly #options: SignOutOptions
  #broadcast: SignOutBroadcast | undefined
  #post: PostToHost | undefined
  /** Set when a sign-out begins. */
  #done: Resolvers<void> | undefined
  /** Why there will be no host that could clear the disk. */
  #failure: string | undefined

  constructor(options: SignOutOptions) {
    this.#options = options
  }

  /** Sets the owner; until then other tabs cannot sign this connection out. */
  introduce(owner: SignedOutOwner): void {
    const { open } = this.#options
    this.#broadcast = new SignOutBroadcast({ open, owner, onSignOut: () => this.#begin() })
    if (this.#done) this.#broadcast.announce()
  }

  /** Signs out in this tab. Settles when the host has responded. */
  start(): Promise<void> {
    this.#broadcast?.announce()
    return this.#begin()
  }

  connect(post: PostToHost): void {
    this.#post = post
    if (this.#done) post({ type: 'signOut' })
  }

  disconnect(): void {
    this.#post = undefined
  }

  /** There will be no further host. */
  fail(reason: string): void {
    this.#failure = reason
    this.#post = undefined
    if (this.#done) this.finish(reason)
  }

  /** The host has cleared its memory, and the disk unless it failed. Another page may have requested it. */
  finish(failure?: string): void {
    const done = this.#hide()
    if (failure === undefined) done.resolve()
    else done.reject(new ConnectionError(`the data on disk could not be erased: ${failure}`))
    this.#options.onDone(failure)
  }

  /** Idempotent. */
  close(reason: string): void {
    this.#broadcast?.close()
    this.#done?.reject(new ConnectionError(`${reason} before the worker erased its data`))
  }

  #begin(): Promise<void> {
    if (this.#done) return this.#done.promise
    const { promise } = this.#hide()
    if (this.#failure === undefined) this.#post?.({ type: 'signOut' })
    else this.finish(this.#failure)
    return promise
  }

  #hide(): Resolvers<void> {
    if (this.#done) return this.#done
    const done = withResolvers<void>()
    // In other tabs no caller waits for it.
    done.promise.catch(() => {})
    this.#done = done
    this.#options.onStart()
    return done
  }
}
