import { errorMessage } from '@kube-informer/core/internal'

/** The message of an error, or the text of any other value. Unlike `errorMessage`, it never throws. */
export function textOf(error: unknown): string {
  try {
    return String(errorMessage(error))
  } catch {
    return 'an error without a text'
  }
}
