import type { SliceResult } from '@kube-informer/react'
import { useState } from 'react'

/**
 * Returns the result of the previous query (another namespace, order or text) until the worker has answered the current
 * one. This takes some milliseconds, in which an empty table would flicker.
 */
export function useLatestAnswer<T>(result: SliceResult<T>): SliceResult<T> {
  const [answer, setAnswer] = useState(result)
  const isAnswer = result.status.data !== 'none' || result.error !== undefined
  if (isAnswer && result !== answer) setAnswer(result)
  return isAnswer || answer.status.data === 'none' ? result : answer
}
