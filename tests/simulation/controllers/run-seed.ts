import { type Outcome, outcomeOf } from '../outcome.ts'
import type { Plan } from './plan.ts'
import { type ControllersStats, runControllersPlan } from './run-plan.ts'

/** Runs a plan of controllers. */
export const run = (plan: Plan): Promise<Outcome<ControllersStats>> =>
  outcomeOf(() => runControllersPlan(plan))
