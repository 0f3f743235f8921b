import type { ReactNode } from 'react'

export type Fact = readonly [name: string, value: ReactNode]

/** Names with their values. Values that are undefined, null or an empty text are left out. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  const shown = facts.filter(([, value]) => value !== undefined && value !== null && value !== '')
  if (shown.length === 0) return null
  return (
    <dl className="facts">
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
