import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly icon?: ReactNode
  readonly title: ReactNode
  /** What to do about it. */
  readonly children?: ReactNode
  /** Buttons. */
  readonly actions?: ReactNode
}

/** What is shown where there is nothing to show. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps): ReactNode {
  return (
    <div className="state">
      {icon}
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {actions !== undefined && <div className="state-actions">{actions}</div>}
    </div>
  )
}
