import { apiVersionOf, resourceName } from '@kube-informer/core'
import { parseRead } from '../../http/read-target.ts'
import { INTERNAL_URL } from '../internal-requests.ts'
import type { RelayObjectResource } from '../relay-object-options.ts'
import { sendIfOpen } from './send-last.ts'
import type { SleepingReader } from './stored-reader.ts'

/**
 * Sends a bookmark to each sleeping reader that allows them: a reader that receives nothing takes its connection for dead.
 * Its position has not changed.
 */
export function sendBookmarks(
  readers: readonly SleepingReader[],
  declared: readonly RelayObjectResource[],
): void {
  const resources = new Map(declared.map(({ resource }) => [resourceName(resource), resource]))
  for (const { socket, stored } of readers) {
    const read = parseRead(new Request(INTERNAL_URL + stored.path))
    if (!read || !isTrue(read.call.query.get('allowWatchBookmarks'))) continue
    const name = resourceName({ ...read.path, plural: read.path.resource, kind: '', namespaced: true })
    const resource = resources.get(name)
    if (!resource) continue
    const metadata = { resourceVersion: stored.resourceVersion }
    const object = { kind: resource.kind, apiVersion: apiVersionOf(resource), metadata }
    sendIfOpen(socket, { type: 'BOOKMARK', object })
  }
}

/** As Go parses booleans. */
const isTrue = (text: string | null): boolean => /^(1|t|true)$/i.test(text ?? '')
