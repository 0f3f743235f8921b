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
  readonly warnings: readonly string[]
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
 * - Warnings of all are joined in their order. A denial has those of its handler only, like in controller-runtime.
 * - Audit annotations of all are added to those of the call, also if one denies. If handlers set one key to different values, it
 *   has all values, with a comma between them.
 * - If time is up, the answer is a denial with code 504, unless all handlers that have not ended have the policy Ignore.
 */
export async function runSteps<TStep extends Step>(
  call: AdmissionCall,
  steps: readonly TStep[],
  run: RunStep<TStep>,
): Promise<StepsOutcome> {
  const warnings: string[] = []
  const due = steps.filter(({ operations }) => operations.includes(call.operation))
  for (const [index, step] of due.entries()) {
    const notes: Notes = { warnings: [], audit: new Map() }
    const denial = await runStep(call, step, run, notes).finally(() => addAudit(call.audit, notes.audit))
    if (denial === 'cut off') return cutOff(call, due.slice(index), warnings)
    if (denial) return { denial, warnings: notes.warnings, cutOff: false }
    warnings.push(...notes.warnings)
  }
  return { denial: undefined, warnings, cutOff: false }
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
function cutOff(call: AdmissionCall, unfinished: readonly Step[], warnings: readonly string[]): StepsOutcome {
  const { path, signal } = call.endpoint
  const message = `the webhook at ${path} was cut off: ${textOf(signal.reason)}`
  call.logger.error('a handler was cut off', signal.reason)
  if (unfinished.every(({ timeoutPolicy }) => timeoutPolicy === 'Ignore'))
    return { denial: undefined, warnings: [...warnings, `${message}; it is ignored`], cutOff: true }
  return {
    denial: { allowed: false, status: { code: 504, reason: 'Timeout', message } },
    warnings: [],
    cutOff: true,
  }
}

function addAudit(all: Map<string, string>, added: ReadonlyMap<string, string>): void {
  for (const [key, value] of added) {
    const before = all.get(key)
    all.set(key, before === undefined || before === value ? value : `${before}, ${value}`)
  }
}
