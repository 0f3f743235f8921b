import { type HistoryStats, runPlan } from './history.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import type { Plan } from './plan.ts'

/** Runs a plan of informers and pages. */
export const run = (plan: Plan): Promise<Outcome<HistoryStats>> => outcomeOf(() => runPlan(plan))
