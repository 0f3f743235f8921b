import type { ReactNode } from 'react'

interface FactProps {
  readonly label: string
  readonly value: string
  readonly testId: string
  /** Attributes for tests and styles. */
  readonly data?: Readonly<Record<`data-${string}`, string | number | undefined>>
}

/** One labelled value of the status line. */
export function Fact({ label, value, testId, data }: FactProps): ReactNode {
  return (
    <span className="fact">
      <span className="muted">{label}</span>{' '}
      <b data-testid={testId} {...data}>
        {value}
      </b>
    </span>
  )
}
