import type { ListProgress } from '@kube-informer/core'
import type { ReactNode } from 'react'

const numbers = new Intl.NumberFormat('en')

interface ProgressProps {
  readonly progress: ListProgress | undefined
  /** The initial list shows its progress in the middle of the page, a relist above the rows. */
  readonly first: boolean
}

/** The progress of a list: a share if the server reported the total, otherwise the received count. */
export function Progress({ progress, first }: ProgressProps): ReactNode {
  if (progress === undefined) return <div className="progress" aria-hidden="true" />
  const { received, expected } = progress
  const of = expected === undefined ? '' : ` of ${numbers.format(expected)}`
  return (
    <div
      className={expected === undefined ? 'progress busy' : 'progress'}
      role="progressbar"
      aria-label="Receiving Pods"
      aria-valuemin={0}
      aria-valuenow={received}
      aria-valuemax={expected}
      aria-valuetext={`${numbers.format(received)}${of} Pods`}
      data-testid="progress"
      style={{ '--done': expected ? Math.min(1, received / expected) : 0 }}
    >
      <p className={first ? 'first' : undefined}>
        <b className={first ? 'received' : undefined}>{numbers.format(received)}</b> {of} Pods received
      </p>
    </div>
  )
}
