import { type HistoryStats, runPlan } from './history.ts'
import type { Plan } from './plan.ts'

/** The result of one run of a history. */
export interface Outcome {
  /** Undefined when the history failed. */
  readonly stats: HistoryStats | undefined
  /** The first violation or error. */
  readonly failure: string | undefined
}

/** Unhandled rejections of the current run. */
const unhandled: unknown[] = []
let isListening = false

/** Runs a plan. An unhandled rejection is a failure, too: in a page it would be an error in the console. */
export async function run(plan: Plan): Promise<Outcome> {
  if (!isListening) process.on('unhandledRejection', error => unhandled.push(error))
  isListening = true
  unhandled.length = 0
  try {
    const stats = await runPlan(plan)
    const [rejection] = unhandled
    const failure = rejection === undefined ? undefined : `unhandled rejection: ${String(rejection)}`
    return { stats, failure }
  } catch (error) {
    return { stats: undefined, failure: error instanceof Error ? error.message : String(error) }
  }
}
