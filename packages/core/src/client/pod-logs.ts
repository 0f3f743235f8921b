import { type ObjectName, resolveObjectName } from '../api/object-name.ts'
import { describeLocation, type ResourceDefinition, resourcePath } from '../api/resource.ts'
import type { KubeClient } from './kube-client.ts'
import { unexpectedType } from './transport/answer.ts'
import type { CallOptions } from './verb-options.ts'

/** Which part of a container's log to read (v1 PodLogOptions). */
export interface PodLogOptions extends CallOptions {
  /** Required if the Pod has several containers. */
  readonly container?: string | undefined
  /** Whether to stream new lines as they are written. @default false */
  readonly follow?: boolean | undefined
  /** Whether to read the log of the container before its last restart. @default false */
  readonly previous?: boolean | undefined
  /** The maximum age of the first line in seconds; cannot be combined with `sinceTime`. */
  readonly sinceSeconds?: number | undefined
  /** The time of the first line, RFC 3339. */
  readonly sinceTime?: string | undefined
  /** The number of existing lines, counted from the end; 0 for none. @default all */
  readonly tailLines?: number | undefined
  /** Whether each line starts with its time (RFC 3339) and a space. @default false */
  readonly timestamps?: boolean | undefined
  /** The maximum number of bytes; the limit may split a character. */
  readonly limitBytes?: number | undefined
}

const PODS: ResourceDefinition = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true }

/**
 * Streams the log of a container as bytes. Settles with the response headers and rejects as every verb does. Cancelling
 * the stream or aborting the signal ends it. {@link readLines} splits it into lines.
 *
 * @example
 * const log = await podLogs(client, 'default/web-0', { follow: true, tailLines: 100, signal })
 * for await (const line of readLines(log)) console.log(line)
 */
export async function podLogs(
  client: Pick<KubeClient, 'request'>,
  pod: ObjectName,
  { signal, ...query }: PodLogOptions = {},
): Promise<ReadableStream<Uint8Array>> {
  const at = { ...resolveObjectName(PODS, pod), subresource: 'log' }
  const what = `get ${describeLocation(PODS, at)}`
  const headers = { accept: '*/*' }
  const response = await client.request(resourcePath(PODS, at), { query, headers, signal, what })
  const { body } = response
  const type = response.headers.get('content-type') ?? ''
  // The page of a gateway. The log itself may be HTML, and is of another type all the same.
  if (/^text\/html\b/i.test(type)) {
    body?.cancel().catch(() => {})
    throw unexpectedType(response, 'text/html', what, 'a log')
  }
  return body ?? new ReadableStream({ start: controller => controller.close() })
}
