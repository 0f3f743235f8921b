import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEndFrame } from '../first-frame/use-end-frame.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { useTitle } from './title.ts'

/** A page that threw. The rest of the console stays. */
export function RouteError({ error, reset }: ErrorComponentProps): ReactNode {
  const router = useRouter()
  useTitle('Error')
  useEndFrame()
  const onRetry = (): void => {
    reset()
    void router.invalidate()
  }
  return (
    <main className="page">
      <h1 className="visually-hidden">Error</h1>
      <ErrorState error={error} onRetry={onRetry} />
    </main>
  )
}
