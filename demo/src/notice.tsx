import { type InformerStatus, StatusError } from '@kube-informer/core'
import type { ReactNode } from 'react'

interface NoticeProps {
  readonly total: number
  readonly text: string
  readonly status: InformerStatus
  readonly error: Error | undefined
}

/** The message in place of rows: why there are none, or which error prevents updates. */
export function Notice({ total, text, status, error }: NoticeProps): ReactNode {
  if (error) {
    return (
      <div className={total > 0 ? 'notice bar' : 'notice'} role="status" data-testid="error">
        <b>
          {error instanceof StatusError ? `The server refused (${error.code})` : 'No answer from the server'}
        </b>
        <p>{error.message}</p>
      </div>
    )
  }
  if (total > 0 || status.data === 'none') return null
  return (
    <div className="notice" role="status">
      <b>{text === '' ? 'No Pods here' : 'No Pod matches'}</b>
      <p>{text === '' ? 'This namespace is empty.' : `Nothing has “${text}” in its name.`}</p>
    </div>
  )
}
