import type { Connection } from '@kube-informer/worker'
import { useEffect } from 'react'

/** The members of a result from which a component sees that there is an error. */
const ERROR_MEMBERS = ['error', 'isError', 'status', 'freshness'] as const

type ErrorResult = Readonly<Record<(typeof ERROR_MEMBERS)[number], unknown>>

/** Errors that a component has read. Components of one slice share them. */
const readErrors = new WeakSet<Error>()
/** The requests whose errors were printed. */
const printed = new WeakMap<Connection, Set<string>>()
const watchedResults = new WeakMap<ErrorResult, ErrorResult>()

/** Shows a result, and whether its error is read. */
export type UseUnreadErrors = <TResult extends ErrorResult & { readonly error: Error | undefined }>(
  result: TResult,
  connection: Connection,
  key: string | undefined,
) => TResult

/**
 * Prints an error that no component reads, once for each request: a failed list then does not look like an empty one to the
 * developer. Bundles for production contain `unread-errors.production.ts` instead.
 */
export const useUnreadErrors: UseUnreadErrors = (result, connection, key) => {
  const { error } = result
  useEffect(() => {
    if (error && key !== undefined && !readErrors.has(error)) printOnce(error, connection, key)
  }, [error, connection, key])
  return error ? watched(result, error) : result
}

function printOnce(error: Error, connection: Connection, key: string): void {
  const keys = printed.get(connection) ?? new Set<string>()
  printed.set(connection, keys)
  if (keys.has(key)) return
  keys.add(key)
  // biome-ignore lint/suspicious/noConsole: a message for the developer
  console.warn(
    `No component reads this error. Show "error" of the hook, or set throwOnError: ${error.message}`,
  )
}

/** A copy that notes when its error is read. The copy of a result is always the same object. */
function watched<TResult extends ErrorResult>(result: TResult, error: Error): TResult {
  const known = watchedResults.get(result)
  if (known) return known as TResult
  const copy = { ...result }
  for (const name of ERROR_MEMBERS)
    Object.defineProperty(copy, name, {
      enumerable: true,
      get: () => {
        readErrors.add(error)
        return result[name]
      },
    })
  watchedResults.set(result, Object.freeze(copy))
  return copy
}
