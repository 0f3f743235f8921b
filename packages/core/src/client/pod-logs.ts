import { describeLocation, type ResourceDefinition, resourcePath } from '../api/resource.ts'
import type { KubeClient } from './kube-client.ts'
import type { CallOptions } from './verb-options.ts'

/** Which part of a container's log to read (v1 PodLogOptions). */
export interface PodLogOptions extends CallOptions {
  /** Needed where the Pod has several. */
  readonly container?: string | undefined
  /** Whether to go on with what is written from now on. @default false */
  readonly follow?: boolean | undefined
  /** Whether to read of the container that ran before the last restart. @default false */
  readonly previous?: boolean | undefined
  /** How far back to begin, in seconds; not together with `sinceTime`. */
  readonly sinceSeconds?: number | undefined
  /** When to begin, RFC 3339. */
  readonly sinceTime?: string | undefined
  /** How many lines to begin with, counted from the end; 0 for none. @default all */
  readonly tailLines?: number | undefined
  /** Whether each line begins with its time, RFC 3339, and a space. @default false */
  readonly timestamps?: boolean | undefined
  /** Where to end, in bytes; that may be within a character. */
  readonly limitBytes?: number | undefined
}

const PODS: ResourceDefinition = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true }

/**
 * Reads the log of a container, as bytes while they arrive. Settles with the response headers; rejects as every verb
 * does. Cancelling the stream, or the signal, ends it. {@link readLines} makes lines of it.
 *
 * @example
 * const log = await podLogs(client, { namespace: 'default', name: 'web-0' }, { follow: true, tailLines: 100, signal })
 * for await (const line of readLines(log)) console.log(line)
 */
export async function podLogs(
  client: Pick<KubeClient, 'request'>,
  pod: { readonly namespace: string; readonly name: string },
  { signal, ...query }: PodLogOptions = {},
): Promise<ReadableStream<Uint8Array>> {
  const at = { ...pod, subresource: 'log' }
  const what = `get ${describeLocation(PODS, at)}`
  const headers = { accept: '*/*' }
  const { body } = await client.request(resourcePath(PODS, at), { query, headers, signal, what })
  return body ?? new ReadableStream({ start: controller => controller.close() })
}
