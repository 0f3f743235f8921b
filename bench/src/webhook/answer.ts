import type { Sample, Setup } from '../bench-case.ts'
import { measure } from './measure.ts'
import { podReview } from './pod-review.ts'

/** Measures requests from the creation of the request until the text of the answer is there. */
export function measureAnswers(
  setup: Setup,
  path: string,
  handler: (request: Request) => Promise<Response>,
  isExpected: (answer: string) => boolean,
): Promise<Sample> {
  // A server gets bytes.
  const body = new TextEncoder().encode(podReview())
  const headers = { 'content-type': 'application/json' }
  return measure(setup, async () => {
    const response = await handler(
      new Request(`https://webhook.example${path}`, { method: 'POST', headers, body }),
    )
    const answer = await response.text()
    if (!isExpected(answer)) throw new Error(`unexpected answer: ${answer}`)
  })
}
