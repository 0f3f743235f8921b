import type { Redactor } from '../../api/redactor.ts'

/**
 * A copy of an error with only its name, message, code and causes. The errors of a custom `fetch` often contain the request
 * with its headers, and those of a runtime can quote a header. The message is kept only with a redactor.
 */
export function plainError(error: unknown, redactor?: Redactor, depth = 4): Error | undefined {
  if (!(error instanceof Error) || depth === 0) return undefined
  const { name, message, code } = error as Error & { readonly code?: unknown }
  const cause = plainError(error.cause, redactor, depth - 1)
  const copy = new Error(redactor?.redact(message), cause && { cause })
  return Object.assign(copy, { name }, typeof code === 'string' && { code })
}
