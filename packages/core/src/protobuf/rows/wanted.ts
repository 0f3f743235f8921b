import type { ObjectPlan } from '../../json/object-plan.ts'
import { malformed } from '../malformed.ts'
import { core } from './core.ts'
import { stepOf } from './message-plan.ts'

/** Which parts of an object a row has: the options of a decoder. */
export interface Wanted {
  readonly trim?: readonly string[] | undefined
  readonly pick?: readonly string[] | undefined
}

/** The default of `trim`: managedFields are a third of a typical object, and few applications use them. */
export const DEFAULT_TRIM: readonly string[] = ['metadata.managedFields']

export const planWanted = ({ trim = DEFAULT_TRIM, pick }: Wanted): ObjectPlan =>
  core.planObject({ trim: trim.map(core.parsePath), pick: pick?.map(core.parsePath), shares: false })

/** The text by which a row names what it has. */
export const wantedText = ({ trim, pick }: Wanted): string => JSON.stringify({ trim, pick })

/** The plans by their texts: there are as many as there are informers. */
const plans = new Map<string, ObjectPlan>()

/** Removes what was cut out of a message and what its reader added for it. Throws a ProtocolError if the text is broken. */
export function withoutCuts<T>(object: T, wanted: string): T {
  const plan = plans.get(wanted) ?? planOf(wanted)
  if (plans.size > 100) plans.clear()
  plans.set(wanted, plan)
  return prune(object, plan) as T
}

function planOf(wanted: string): ObjectPlan {
  try {
    return planWanted(JSON.parse(wanted) as Wanted)
  } catch {
    throw malformed('the body of a row does not say what was cut out')
  }
}

function prune(value: unknown, plan: ObjectPlan): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const kept = Object.entries(value).filter(([name]) => !stepOf(plan, name).cut)
  return Object.fromEntries(
    kept.map(([name, member]) => {
      const { below } = stepOf(plan, name)
      return [name, below ? prune(member, below) : member]
    }),
  )
}
