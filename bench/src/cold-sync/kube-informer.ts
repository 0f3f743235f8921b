import { createKubeClient, createListWatch, defineResource, SharedIndexInformer } from '@kube-informer/core'
import type { Pod } from '@kube-informer/testing'
import type { Sample, Setup } from '../bench-case.ts'
import { usedMemory } from '../memory.ts'

const pods = defineResource<Pod>({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })

/** Ours, as a user would write it; the namespace index is always there. */
export async function run({ url, count, form }: Setup): Promise<Sample> {
  const before = usedMemory()
  const stopping = new AbortController()
  const started = performance.now()
  const client = createKubeClient({ baseUrl: String(url) })
  const listerWatcher =
    form === 'row' ? createListWatch(client, pods, { form: 'row' }) : createListWatch(client, pods)
  const informer = new SharedIndexInformer<unknown>({ listerWatcher })
  const running = informer.run(stopping.signal)
  await informer.synced()
  const ms = performance.now() - started
  const kilobytesPerPod = (usedMemory() - before) / 1000 / Number(count)
  check(informer, Number(count))
  stopping.abort()
  await running
  return { ms, kilobytesPerPod }
}

/** A fast wrong answer is no answer. */
function check({ indexer }: SharedIndexInformer<unknown>, count: number): void {
  const namespaces = indexer.listIndexFuncValues('namespace')
  const indexed = namespaces.reduce((sum, name) => sum + indexer.byIndex('namespace', name).length, 0)
  if (indexer.list().length !== count || indexed !== count) {
    throw new Error(`${indexer.list().length} objects, ${indexed} in the index, instead of ${count}`)
  }
}
