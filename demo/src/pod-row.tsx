import { memo, type ReactNode } from 'react'
import { Flash } from './flash.tsx'
import { Age } from './now.tsx'
import { keyOf, type Pod, readyOf, restartsOf, statusOf, toneOf } from './pod.ts'

interface PodRowProps {
  readonly pod: Pod
  readonly index: number
  readonly top: number
  readonly selected: boolean
  readonly withNamespace: boolean
  readonly onOpen: (key: string, index: number) => void
}

/** One Pod. Memoized: the object of an unchanged row is the same reference, so only changed rows render. */
export const PodRow = memo(function PodRow({
  pod,
  index,
  top,
  selected,
  withNamespace,
  onOpen,
}: PodRowProps): ReactNode {
  const key = keyOf(pod)
  const status = statusOf(pod)
  const restarts = restartsOf(pod)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the table handles the keys for all of its rows
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the table, which announces the row
    <div
      role="row"
      className={selected ? 'row selected' : 'row'}
      style={{ transform: `translateY(${top}px)` }}
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-testid="pod-row"
      data-key={key}
      onClick={() => onOpen(key, index)}
    >
      <span role="cell" className="name">
        {pod.metadata?.name}
      </span>
      {withNamespace && (
        <span role="cell" className="column-namespace muted">
          {pod.metadata?.namespace}
        </span>
      )}
      <span role="cell" className={`status ${toneOf(status)}`}>
        <Flash>{status}</Flash>
      </span>
      <span role="cell" className="column-ready number">
        <Flash>{readyOf(pod)}</Flash>
      </span>
      <span role="cell" className={restarts > 0 ? 'number' : 'number muted'}>
        <Flash>{restarts}</Flash>
      </span>
      <span role="cell" className="column-node muted">
        <Flash>{pod.spec?.nodeName ?? '–'}</Flash>
      </span>
      <span role="cell" className="number muted">
        <Age since={pod.metadata?.creationTimestamp} />
      </span>
    </div>
  )
})

/** A placeholder for a row that the worker has not delivered yet. */
export const PlaceholderRow = memo(function PlaceholderRow({
  index,
  top,
}: {
  readonly index: number
  readonly top: number
}): ReactNode {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: a placeholder has no action
    <div
      role="row"
      className="row placeholder"
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span role="cell">
        <i style={{ width: `${40 + ((index * 37) % 45)}%` }} />
      </span>
    </div>
  )
})
