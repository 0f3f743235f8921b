import type { BenchCase, Contender, Sample, Setup } from '../runner/bench-case.ts'
import { expectCount } from '../support/measure/operations.ts'
import { podAt, type SmallPod } from '../support/pods/small-pods.ts'

const after = (changes: number, spread: boolean, where: string): Contender => ({
  name: `Indexer, byIndex of all namespaces, ${changes} changed ${where}`,
  run: readNamespaces,
  setup: { changes, spread },
})

/** The cost of reading all objects again after a few changes, as a view of all of them does. */
export const snapshotCost: BenchCase = {
  name: 'snapshot-cost',
  description: '{count} objects in {namespaces} namespaces: reading all of them again after a few changes',
  metrics: [{ key: 'microseconds', unit: 'us', digits: 1 }],
  setup: { count: 100_000, namespaces: 50, rounds: 200 },
  smoke: { count: 5_000, rounds: 5 },
  short: { setup: { rounds: 1_000 }, bestOf: 2 },
  contenders: [
    {
      name: 'Map, all values copied, 1 changed',
      run: copyValues,
      setup: { changes: 1, spread: false },
      floor: true,
    },
    after(1, false, 'object'),
    after(100, false, 'in one namespace'),
    after(100, true, 'in all namespaces'),
  ],
}

/** The floor: a store without cached lists copies all values after every change. */
async function copyValues(setup: Setup): Promise<Sample> {
  const changes = new Changes(setup)
  const store = new Map<string, unknown>(changes.pods.map(pod => [pod.metadata.uid, pod]))
  let spent = 0
  for (let round = 0; round < Number(setup.rounds); round++) {
    for (const pod of changes.next()) store.set(pod.metadata.uid, pod)
    const started = performance.now()
    const copy = [...store.values()]
    spent += performance.now() - started
    expectCount('objects', copy.length, changes.pods.length)
  }
  return { microseconds: (spent * 1000) / Number(setup.rounds) }
}

type Lists = readonly (readonly SmallPod[])[]

/** Reads every namespace again after some changes; namespaces without a change must return the same array. */
async function readNamespaces(setup: Setup): Promise<Sample> {
  const { Indexer, metaNamespaceIndex } = await import('@kube-informer/core')
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

/** The objects, their namespaces, and rounds of changes. */
class Changes {
  readonly namespaces: readonly string[]
  readonly pods: readonly SmallPod[]
  readonly #changes: number
  readonly #spread: boolean
  #version: number

  constructor({ count, namespaces, changes, spread }: Setup) {
    this.namespaces = Array.from({ length: Number(namespaces) }, (_, i) => `ns-${i}`)
    this.pods = Array.from({ length: Number(count) }, (_, i) => this.#podAt(i, i + 1))
    this.#changes = Number(changes)
    this.#spread = spread === true
    this.#version = this.pods.length
  }

  /** The changed objects of a round, each with a new resourceVersion: all in one namespace, or spread over namespaces. */
  next(): readonly SmallPod[] {
    const step = this.#spread ? 1 : this.namespaces.length
    return Array.from({ length: this.#changes }, (_, i) =>
      this.#podAt((i * step) % this.pods.length, ++this.#version),
    )
  }

  #podAt(index: number, version: number): SmallPod {
    return podAt(index, version, this.namespaces[index % this.namespaces.length])
  }
}
