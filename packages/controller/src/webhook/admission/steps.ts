import { abortable } from '@kube-informer/core/internal'
import type { Operation } from '../webhook.ts'
import type { AdmissionCall } from './admission-call.ts'
import type { Notes } from './admission-context.ts'
import type { AdmissionResponse } from './admission-response.ts'
import { denialOfError, isBug, isNetworkError } from './denial-of-error.ts'
import { textOf } from './text-of.ts'

/** What the answer is if a handler does not answer in time. */
export type TimeoutPolicy = 'Fail' | 'Ignore'

/** One handler of a path. */
export interface Step {
  readonly operations: readonly Operation[]
  readonly timeoutPolicy: TimeoutPolicy
}

/** How the handlers of a path ended. */
export interface StepsOutcome {
  /** The denial of the first handler that denied, if any. */
  readonly denial: AdmissionResponse | undefined
  /** Whether time was up before all had ended, and those that had not may be ignored. */
  readonly cutOff: boolean
}

/** A denial, or undefined if the handler allows the request. */
type Denial = AdmissionResponse | undefined

/** Runs one handler, and collects in the notes what it reports. */
export type RunStep<TStep> = (step: TStep, notes: Notes) => Promise<Denial>

/**
 * Runs handlers one after another, until one denies or the time is up. Handlers that are not registered for the operation are
 * left out.
 *
 * - Warnings and audit annotations of all that were called are added to those of the call, in their order, also if one denies,
 *   panics or is cut off. controller-runtime has only the warnings of the handler that denies. If handlers set one key to different values, it
 *   has all values, with a comma between them.
 * - If time is up, the answer is a denial with code 504, unless all handlers that have not ended have the policy Ignore.
 */
export async function runSteps<TStep extends Step>(
  call: AdmissionCall,
  steps: readonly TStep[],
  run: RunStep<TStep>,
): Promise<StepsOutcome> {
  const due = steps.filter(({ operations }) => operations.includes(call.operation))
  for (const [index, step] of due.entries()) {
    const notes: Notes = { warnings: [], audit: new Map() }
    const denial = await runStep(call, step, run, notes).finally(() => addNotes(call.notes, notes))
    if (denial === 'cut off') return cutOff(call, due.slice(index))
    if (denial) return { denial, cutOff: false }
  }
  return { denial: undefined, cutOff: false }
}

async function runStep<TStep extends Step>(
  call: AdmissionCall,
  step: TStep,
  run: RunStep<TStep>,
  notes: Notes,
): Promise<Denial | 'cut off'> {
  const { signal } = call.endpoint
  if (signal.aborted) return 'cut off'
  try {
    return await abortable(run(step, notes), signal)
  } catch (error) {
    if (signal.aborted) return 'cut off'
    if (isBug(error)) throw error
    if (isNetworkError(error)) call.logger.error('a handler had a network error', error)
    return denialOfError(error)
  }
}

/** Time is up: some handlers have not ended. */
function cutOff(call: AdmissionCall, unfinished: readonly Step[]): StepsOutcome {
  const { path, signal } = call.endpoint
  const message = `the webhook at ${path} was cut off: ${textOf(signal.reason)}`
  call.logger.error('a handler was cut off', signal.reason)
  if (unfinished.some(({ timeoutPolicy }) => timeoutPolicy !== 'Ignore'))
    return { denial: { allowed: false, status: { code: 504, reason: 'Timeout', message } }, cutOff: true }
  call.notes.warnings.push(`${message}; it is ignored`)
  return { denial: undefined, cutOff: true }
}

function addNotes({ warnings, audit }: Notes, added: Notes): void {
  warnings.push(...added.warnings)
  for (const [key, value] of added.audit) {
    const before = audit.get(key)
    audit.set(key, before === undefined || before === value ? value : `${before}, ${value}`)
  }
}
