import { Indexer, metaNamespaceIndex } from '@kube-informer/core'
import type { Sample, Setup } from '../bench-case.ts'
import type { SmallPod } from '../workloads/objects.ts'
import { expectCount } from '../workloads/stopwatch.ts'
import { Changes } from './changes.ts'

type Lists = readonly (readonly SmallPod[])[]

/** Reads every namespace again after some changes; namespaces without a change must return the same array. */
export async function run(setup: Setup): Promise<Sample> {
  const changes = new Changes(setup)
  const indexer = new Indexer<SmallPod>({ indexers: { namespace: metaNamespaceIndex } })
  for (const pod of changes.pods) indexer.add(pod)
  const read = (): Lists => changes.namespaces.map(namespace => indexer.byIndex('namespace', namespace))
  let before = read()
  let spent = 0
  for (let round = 0; round < Number(setup.rounds); round++) {
    const changed = changes.next()
    for (const pod of changed) indexer.update(pod)
    const started = performance.now()
    const after = read()
    spent += performance.now() - started
    check(before, after, new Set(changed.map(pod => changes.namespaces.indexOf(pod.metadata.namespace))))
    expectCount(
      'objects',
      after.reduce((sum, list) => sum + list.length, 0),
      changes.pods.length,
    )
    before = after
  }
  return { microseconds: (spent * 1000) / Number(setup.rounds) }
}

function check(before: Lists, after: Lists, touched: ReadonlySet<number>): void {
  for (const [i, list] of after.entries()) {
    if (!Object.isFrozen(list)) throw new Error('a list is not frozen')
    if ((list !== before[i]) !== touched.has(i)) {
      throw new Error(touched.has(i) ? 'a change is missing' : 'an unchanged list is a new array')
    }
  }
}
