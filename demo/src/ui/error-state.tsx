import { CircleAlert, Lock, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { type Attempt, type Explanation, explainError } from './explain-error.ts'

interface ErrorStateProps {
  readonly error: unknown
  /** What was tried, for the text. */
  readonly attempt?: Attempt | undefined
  readonly onRetry?: (() => void) | undefined
  /** Buttons besides that of `onRetry`. */
  readonly actions?: ReactNode
}

const ICONS: Readonly<Record<Explanation['type'], ReactNode>> = {
  forbidden: <Lock size={22} aria-hidden />,
  missing: <SearchX size={22} aria-hidden />,
  other: <CircleAlert size={22} aria-hidden />,
}

/** Says what did not work, why, and what to do. */
export function ErrorState({ error, attempt, onRetry, actions }: ErrorStateProps): ReactNode {
  const { type, title, advice, message } = explainError(error, attempt)
  return (
    <div className={`state error ${type}`} role="alert" data-testid="error">
      {ICONS[type]}
      <h2>{title}</h2>
      <p>{advice}</p>
      {message !== undefined && <code className="state-message">{message}</code>}
      <div className="state-actions">
        {onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
        {actions}
      </div>
    </div>
  )
}
