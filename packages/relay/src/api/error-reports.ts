import { isAbort } from '@kube-informer/core'

/**
 * Receives the errors behind a 503 of a relay, whose readers get no details.
 *
 * @param task what the relay could not do: `authenticate readers`, `list pods`
 */
export type OnRelayError = (error: unknown, task: string) => void

/** Reports what a call rejects with, unless that is an abort. */
export async function reported<T>(
  onError: OnRelayError | undefined,
  task: string,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!isAbort(error)) report(onError, error, task)
    throw error
  }
}

/** Reports an error of a task. */
export function report(onError: OnRelayError | undefined, error: unknown, task: string): void {
  try {
    onError?.(error, task)
  } catch {
    // A function that throws does not change the response to a reader.
  }
}
