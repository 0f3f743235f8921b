import { ConnectionError } from '@kube-informer/core'
import { type Resolvers, withResolvers } from '@kube-informer/core/internal'
import type { OpenBroadcast } from '../api/broadcast.ts'
import type { PostToHost } from './host-session.ts'
import { type SignedOutOwner, SignOutBroadcast } from './sign-out-broadcast.ts'

/** What {@link SignOut} takes. */
export interface SignOutOptions {
  readonly open: OpenBroadcast | undefined
  /** Somebody signs out, here or in another tab: nothing is to be seen from now on. */
  readonly onStart: () => void
  /** The host has forgotten everything, as far as it could. */
  readonly onDone: (failure: string | undefined) => void
}

/**
 * How a connection forgets its identity: first what is on the page, then, by its host, memory and disk; other tabs of the same
 * owner do so, too, each with its own host. A host that dies in between leaves it to the next one.
 */
export class SignOut {
  readonly #options: SignOutOptions
  #news: SignOutBroadcast | undefined
  #post: PostToHost | undefined
  /** Set as soon as somebody signs out. */
  #done: Resolvers<void> | undefined
  /** Why there will be no host that could empty the disk. */
  #failure: string | undefined

  constructor(options: SignOutOptions) {
    this.#options = options
  }

  /** Whose connection this is; until then nobody can sign it out from elsewhere. */
  introduce(owner: SignedOutOwner): void {
    const { open } = this.#options
    this.#news = new SignOutBroadcast({ open, owner, onSignOut: () => this.#begin() })
    if (this.#done) this.#news.tell()
  }

  /** This tab signs out. Settles when its host has, too. */
  start(): Promise<void> {
    this.#news?.tell()
    return this.#begin()
  }

  connect(post: PostToHost): void {
    this.#post = post
    if (this.#done) post({ type: 'signOut' })
  }

  disconnect(): void {
    this.#post = undefined
  }

  /** There will be no host any more. */
  fail(reason: string): void {
    this.#failure = reason
    this.#post = undefined
    if (this.#done) this.finish(reason)
  }

  /** The host has emptied its memory, and the disk as well unless it failed. Somebody else may have asked it to. */
  finish(failure?: string): void {
    const done = this.#hide()
    if (failure === undefined) done.resolve()
    else done.reject(new ConnectionError(`what is kept on disk could not be emptied: ${failure}`))
    this.#options.onDone(failure)
  }

  /** Idempotent. */
  close(reason: string): void {
    this.#news?.close()
    this.#done?.reject(new ConnectionError(`${reason} before the worker had forgotten everything`))
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
    // In the other tabs nobody waits for it.
    done.promise.catch(() => {})
    this.#done = done
    this.#options.onStart()
    return done
  }
}
