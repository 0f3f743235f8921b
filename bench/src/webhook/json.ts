import type { Sample, Setup } from '../bench-case.ts'
import { measure } from './measure.ts'
import { podReview } from './pod-review.ts'

export function run(setup: Setup): Promise<Sample> {
  const body = podReview()
  return measure(setup, async () => {
    if (JSON.stringify(JSON.parse(body)).length !== body.length) throw new Error('the text has changed')
  })
}
