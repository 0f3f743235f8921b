import { StatusError } from '@kube-informer/core'
import { errorMessage } from '@kube-informer/core/internal'
import { isJsonObject, memberOf } from '../../api/json-value.ts'
import { causeOf } from '../cause-of.ts'
import { ConversionError } from './conversion-error.ts'

/** The text for errors whose own text is not for clients (controller-runtime `handleConvertRequest`). */
export const INTERNAL_ERROR = 'internal error occurred during conversion'

/**
 * The text that a client may see: the message of the first ConversionError or StatusError in a chain of causes, or the reason
 * why the signal has aborted. Undefined for other errors, which are bugs.
 */
export function clientMessage(error: unknown, signal: AbortSignal): string | undefined {
  if (signal.aborted && error === signal.reason) return errorMessage(error)
  return causeOf(error, each => each instanceof ConversionError || each instanceof StatusError)?.message
}

/** An object of the request in messages: `Widget "default/web"`, or `request.objects[3]` if it has no name. */
export function describeObject(text: string, index: number): string {
  const object: unknown = JSON.parse(text)
  const metadata = isJsonObject(object) ? memberOf(object, 'metadata') : undefined
  if (!isJsonObject(object) || !isJsonObject(metadata)) return `request.objects[${index}]`
  const [kind, namespace, name] = [
    memberOf(object, 'kind'),
    memberOf(metadata, 'namespace'),
    memberOf(metadata, 'name'),
  ]
  if (typeof kind !== 'string' || typeof name !== 'string') return `request.objects[${index}]`
  return `${kind} ${JSON.stringify(typeof namespace === 'string' ? `${namespace}/${name}` : name)}`
}
