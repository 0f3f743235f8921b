import type { Clock } from '@kube-informer/core'
import type { AccessDecision } from '../../api/access.ts'
import type { AccessQuestion } from './access-question.ts'
import { AccessReviews } from './access-reviews.ts'
import type { ReviewClient } from './review-requests.ts'

/** A page that asks what its user may do. */
export interface AccessPage {
  /** Sends the requests of this page, with its own token. */
  readonly client: ReviewClient
  /** The token that the page gave last, or a new one; absent for a page without tokens. */
  readonly currentToken?: (() => Promise<string>) | undefined
}

/** The answers about one token, and the pages that have it. */
interface SharedReviews {
  readonly token: string | undefined
  readonly pages: Set<AccessPage>
  readonly reviews: AccessReviews
}

/** How often a question is asked again because the token of its page has changed meanwhile. */
const MOST_CHANGES = 3

/**
 * Answers what the users of pages may do. Pages with the same token share the answers; a page with another token may have
 * other rights. A token is forgotten with the last page that has it. An answer about a token that the page no longer has is
 * not used: the question is asked again.
 */
export class AccessByToken {
  readonly #clock: Clock
  readonly #shared = new Set<SharedReviews>()

  constructor({ clock }: { readonly clock: Clock }) {
    this.#clock = clock
  }

  /** Rejects if the page cannot provide its token, and as {@link AccessReviews.review} does. */
  async review(page: AccessPage, question: AccessQuestion, signal?: AbortSignal): Promise<AccessDecision> {
    for (let changes = 0; ; changes++) {
      const token = await page.currentToken?.()
      signal?.throwIfAborted()
      const { pages, reviews } = this.#join(page, token)
      try {
        const decision = await reviews.review(question, signal)
        if (pages.has(page)) return decision
      } catch (error) {
        if (pages.has(page) || signal?.aborted) throw error
      }
      if (changes === MOST_CHANGES) throw new Error('the token of the page changed during each access review')
    }
  }

  /** The page has left. */
  leave(page: AccessPage): void {
    for (const shared of this.#shared)
      if (shared.pages.delete(page) && shared.pages.size === 0) this.#end(shared)
  }

  /** The page has another token. What its client has in flight may be answered about that one. */
  changeToken(page: AccessPage): void {
    const affected = [...this.#shared].filter(({ pages }) => pages.has(page))
    this.leave(page)
    for (const shared of affected) if (shared.pages.size > 0) shared.reviews.restart()
  }

  /** Ends every request, and forgets everything. Idempotent. */
  close(): void {
    for (const shared of this.#shared) this.#end(shared)
  }

  #join(page: AccessPage, token: string | undefined): SharedReviews {
    const shared = [...this.#shared].find(each => each.token === token) ?? this.#create(token)
    if (!shared.pages.has(page)) {
      this.leave(page)
      shared.pages.add(page)
    }
    return shared
  }

  #create(token: string | undefined): SharedReviews {
    const pages = new Set<AccessPage>()
    // A page in use sends: one that has left has no token.
    const create: ReviewClient['create'] = (...request) => {
      const [page] = pages
      if (!page) return Promise.reject(new Error('the page has left'))
      return page.client.create(...request)
    }
    const shared = { token, pages, reviews: new AccessReviews({ client: { create }, clock: this.#clock }) }
    this.#shared.add(shared)
    return shared
  }

  #end(shared: SharedReviews): void {
    this.#shared.delete(shared)
    shared.reviews.close()
  }
}
