import type { InformerStatus } from '@kube-informer/core'

/** The option `throwOnError`. */
export type ThrowOnError<TResult = unknown> = boolean | ((error: Error, result: TResult) => boolean)

/** The part of a result that decides whether its error is thrown. */
interface Failed {
  readonly error: Error | undefined
  readonly isEnabled: boolean
  readonly status: Pick<InformerStatus, 'data'> & Partial<Pick<InformerStatus, 'link'>>
}

/** Errors that an error boundary was reset from: they are not thrown while the server is asked again. */
export const retriedErrors: WeakSet<Error> = new WeakSet()

/**
 * Throws the error of a result if the option says so: by default not, with `true` if the error is the reason why there is
 * no data. While the link is `connecting`, the first attempt goes on.
 */
export function throwIfWanted<TResult extends Failed>(
  result: TResult,
  throwOnError: ThrowOnError<TResult> | undefined,
): void {
  const { error, isEnabled, status } = result
  if (!error || !isEnabled || retriedErrors.has(error)) return
  const isBlocked = status.data === 'none' && status.link !== 'connecting'
  if (typeof throwOnError === 'function' ? throwOnError(error, result) : throwOnError && isBlocked)
    throw error
}
