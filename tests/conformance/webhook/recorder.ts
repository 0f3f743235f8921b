import type { Review } from './scripted-webhook.ts'

/** A review that a webhook has received. */
export interface Received extends Review {
  readonly path: string
}

/** Records the reviews that a handler receives. */
export class Recorder {
  readonly #reviews: Received[] = []

  /** A handler that records, and answers as the other one does. */
  recording(handle: (request: Request) => Promise<Response>): (request: Request) => Promise<Response> {
    return async request => {
      const review = (await request.clone().json()) as Review
      this.#reviews.push({ ...review, path: new URL(request.url).pathname })
      return handle(request)
    }
  }

  /** Those of a path since a position. */
  reviews(path: string, since = 0): readonly Received[] {
    return this.#reviews.slice(since).filter(review => review.path === path)
  }

  /** The number of all reviews until now. */
  get position(): number {
    return this.#reviews.length
  }
}
