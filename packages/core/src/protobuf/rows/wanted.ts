import type { ObjectPlan } from '../../json/object-plan.ts'
import { core } from './core.ts'

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
