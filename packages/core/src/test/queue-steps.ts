import { DeletedFinalStateUnknown } from '../api/keys.ts'
import type { KubernetesObject } from '../api/object.ts'
import type { Delta, PopProcess, Queue } from '../cache/queue/queue.ts'
import type { KnownObjects } from '../cache/store/known-objects.ts'

/** An object with only a name and a resourceVersion. */
export const at = (name: string, resourceVersion: string | number): KubernetesObject => ({
  metadata: { name, resourceVersion: String(resourceVersion) },
})

/** A tombstone of such an object. */
export const tombstone = (
  name: string,
  resourceVersion: string | number,
): DeletedFinalStateUnknown<KubernetesObject> => new DeletedFinalStateUnknown(name, at(name, resourceVersion))

/** The cache that a queue feeds. */
export function known(...objects: KubernetesObject[]): KnownObjects<KubernetesObject> {
  const byName = new Map(objects.map(object => [object.metadata?.name ?? '', object]))
  return { listKeys: () => [...byName.keys()], getByKey: key => byName.get(key) }
}

const nameOf = ({ metadata }: KubernetesObject): string => `${metadata?.name}${metadata?.resourceVersion}`

/** A delta in words: `Added foo1`, `Deleted DFSU foo1`, `ReplacedAll 10 foo1,bar2`. */
export function show(delta: Delta<KubernetesObject>): string {
  switch (delta.type) {
    case 'SyncAll':
      return delta.type
    case 'Bookmark':
      return `${delta.type} ${delta.resourceVersion}`
    case 'ReplacedAll':
      return `${delta.type} ${delta.resourceVersion} ${delta.objects.map(nameOf).join()}`.trimEnd()
    default:
      if (!(delta.object instanceof DeletedFinalStateUnknown)) return `${delta.type} ${nameOf(delta.object)}`
      return `${delta.type} DFSU ${delta.object.object ? nameOf(delta.object.object) : delta.object.key}`
  }
}

/** The deltas of one pop, as text; the queue must not be empty. */
export async function popOne(queue: Queue<KubernetesObject>): Promise<string[]> {
  const popped: string[] = []
  await queue.pop(deltas => void popped.push(...deltas.map(show)))
  return popped
}

/** All queued deltas, pop by pop. Closes the queue, so that the last pop does not wait. */
export async function drain(
  queue: Queue<KubernetesObject>,
  { batched = false }: { batched?: boolean } = {},
): Promise<string[][]> {
  const pops: string[][] = []
  queue.close()
  const process: PopProcess<KubernetesObject> = deltas => void pops.push(deltas.map(show))
  while (await (batched ? queue.popBatch(process) : queue.pop(process)));
  return pops
}
