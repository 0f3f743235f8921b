import type { SliceResult } from '@kube-informer/react'
import { useState } from 'react'

/**
 * The result, or the last one that had an answer while a new question (another namespace, order or text) is
 * still on its way to the worker: some milliseconds, in which an empty table would flicker.
 */
export function useLatestAnswer<T>(result: SliceResult<T>): SliceResult<T> {
  const [answer, setAnswer] = useState(result)
  const isAnswer = result.status.data !== 'none' || result.error !== undefined
  if (isAnswer && result !== answer) setAnswer(result)
  return isAnswer || answer.status.data === 'none' ? result : answer
}
