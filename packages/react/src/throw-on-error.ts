import type { InformerStatus } from '@kube-informer/core'

/** The option `throwOnError`. */
export type ThrowOnError<TResult = unknown> = boolean | ((error: Error, result: TResult) => boolean)

/** The part of a result that decides whether its error is thrown. */
interface Failed {
  readonly error: Error | undefined
  readonly isEnabled: boolean
  readonly status: Pick<InformerStatus, 'data' | 'link'>
}

/** Errors that an error boundary was reset from: they are not thrown while the server is asked again. */
export const retriedErrors: WeakSet<Error> = new WeakSet()

/** Whether the error is the reason why there is no data. While the link is `connecting`, the first attempt goes on. */
export const isBlocked = ({ error, status }: Failed): boolean =>
  error !== undefined && status.data === 'none' && status.link !== 'connecting' && !retriedErrors.has(error)

/** Throws the error of a result if the option says so: by default not, with `true` if there is no data to show. */
export function throwIfWanted<TResult extends Failed>(
  result: TResult,
  throwOnError: ThrowOnError<TResult> | undefined,
): void {
  const { error, isEnabled } = result
  if (!throwOnError || error === undefined || !isEnabled) return
  if (throwOnError === true ? isBlocked(result) : !retriedErrors.has(error) && throwOnError(error, result))
    throw error
}
