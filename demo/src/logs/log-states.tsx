import type { ReactNode } from 'react'
import type { LogState } from './follow-log.ts'

interface LogStatesProps {
  readonly states: Readonly<Record<string, LogState>>
  readonly pods: number
  readonly sources: number
  readonly dropped: number
}

/** How many streams run, and what is wrong with the others. */
export function LogStates({ states, pods, sources, dropped }: LogStatesProps): ReactNode {
  const all = Object.entries(states)
  const streaming = all.filter(([, { type }]) => type === 'streaming').length
  const failed = all.flatMap(([label, state]) =>
    state.type === 'retrying' ? [{ label, message: state.error.message }] : [],
  )
  const [first] = failed
  return (
    <div className="log-states" role="status" data-testid="log-states">
      <span className="muted">
        {streaming} of {sources} {sources === 1 ? 'container' : 'containers'} in {pods}{' '}
        {pods === 1 ? 'Pod' : 'Pods'}
      </span>
      {dropped > 0 && <span className="muted">The oldest {dropped} lines were dropped.</span>}
      {first && (
        <span className="bad">
          {first.label}: {first.message}
          {failed.length > 1 && ` (and ${failed.length - 1} more)`}
        </span>
      )}
    </div>
  )
}
