import { type Account, live } from './history.ts'
import type { Plan } from './plan.ts'

/** How a history went. */
export interface Outcome {
  readonly account: Account | undefined
  /** What did not hold. */
  readonly failure: string | undefined
}

/** What was rejected without anybody to hear it, since the last look. */
const unheard: unknown[] = []
let isListening = false

/** Lives through a plan. A rejection that nobody hears is a failure, too: in a page it is a console full of red. */
export async function run(plan: Plan): Promise<Outcome> {
  if (!isListening) process.on('unhandledRejection', error => unheard.push(error))
  isListening = true
  unheard.length = 0
  try {
    const account = await live(plan)
    const [rejection] = unheard
    const failure =
      rejection === undefined ? undefined : `a rejection that nobody heard: ${String(rejection)}`
    return { account, failure }
  } catch (error) {
    return { account: undefined, failure: error instanceof Error ? error.message : String(error) }
  }
}
