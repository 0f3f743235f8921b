import type { Step } from './operation.ts'

/** The text of a toast about an operation. */
export interface Summary {
  readonly title: string
  readonly detail: string | undefined
}

const FINAL = new Set(['done', 'failed', 'cancelled'])

/** Says how far an operation is: of one object in full, of several as counts. */
export function summarize(title: string, steps: readonly Step[]): Summary {
  const [only] = steps
  if (steps.length === 1 && only) return { title, detail: only.text || undefined }
  const count = (state: Step['state']): number => steps.filter(step => step.state === state).length
  const parts = [
    [count('done'), 'done'],
    [count('accepted'), 'in progress'],
    [count('running') + count('queued'), 'waiting'],
    [count('failed'), 'failed'],
    [count('cancelled'), 'cancelled'],
  ] as const
  const shown = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`)
  return { title, detail: `${shown.join(', ')} of ${steps.length}` }
}

export const hasEnded = (steps: readonly Step[]): boolean => steps.every(({ state }) => FINAL.has(state))

/** The result of an operation as a whole: one failure makes it failed. */
export const resultOf = (steps: readonly Step[]): 'done' | 'failed' | 'cancelled' =>
  steps.some(({ state }) => state === 'failed')
    ? 'failed'
    : steps.some(({ state }) => state === 'cancelled')
      ? 'cancelled'
      : 'done'
