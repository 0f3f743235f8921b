import type { ObjectPlan, Step } from '../../json/object-plan.ts'
import { isAlways, type Member, type MessageTable } from '../message-table.ts'
import { isMessage } from './message-spans.ts'

/** How a walk handles the fields of a message: an {@link ObjectPlan} by numbers. */
export interface MessagePlan {
  /** By number; undefined for `otherwise`. */
  readonly fields: readonly (FieldPlan | undefined)[]
  /** Whether other fields are cut, also those that the table does not have. */
  readonly cutsRest: boolean
}

/** How a walk handles a field. */
export interface FieldPlan {
  readonly cut: boolean
  /** Which of the identifying members it is; -1 for none. */
  readonly finds: number
  /** How the fields of its message are handled. */
  readonly below: MessagePlan | undefined
  /** How the entries of a map are handled. */
  readonly entries: ObjectPlan | undefined
}

/** The plan of a message. Parts of lists and of JSON within protobuf are not cut. */
export function planMessage(table: MessageTable, index: number, plan: ObjectPlan): MessagePlan {
  const fields: (FieldPlan | undefined)[] = []
  for (const member of table.message(index).members)
    if (member) fields[member.number] = planField(table, member, plan)
  return { fields, cutsRest: plan.otherwise.cut }
}

function planField(table: MessageTable, member: Member, plan: ObjectPlan): FieldPlan | undefined {
  const below = (of: ObjectPlan | undefined) =>
    of && isMessage(member) ? planMessage(table, Number(member.type), of) : undefined
  if (member.rule === 'inline') return { cut: false, finds: -1, below: below(plan), entries: undefined }
  const step = stepOf(plan, member.name)
  if (step === plan.otherwise) return undefined
  const entries = member.container === 'map' || member.container === 'map of lists' ? step.below : undefined
  return { cut: step.cut, finds: step.finds, below: below(step.below), entries }
}

/** How a plan handles the member with a name. */
export function stepOf(plan: ObjectPlan, name: string): Step {
  return plan.steps[plan.texts.indexOf(name)] ?? plan.otherwise
}

/**
 * Whether a plan cuts a member that JSON has even if it is absent in protobuf. A reader of such a row must know what was cut.
 */
export function cutsAlways(table: MessageTable, index: number, plan: ObjectPlan): boolean {
  return [...table.message(index).locations.values()].some(({ member }) => {
    const step = stepOf(plan, member.name)
    if (step.cut) return isAlways(member)
    return step.below !== undefined && isMessage(member) && cutsAlways(table, Number(member.type), step.below)
  })
}
