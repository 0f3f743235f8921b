import type { KubernetesObject, SnapshotStore } from '@kube-informer/core'

type Store = SnapshotStore<KubernetesObject>

/** A behavior of every snapshot store. Throws if the store does not have it. */
interface SnapshotCase {
  readonly name: string
  /** @param open opens the store of one collection, as a new process would */
  run(open: () => Store): Promise<void>
}

/** The name of a failed case, and why. */
export interface SnapshotFailure {
  readonly name: string
  readonly reason: string
}

/** Never aborts. Not a constant, because workerd creates none while a module is evaluated. */
const never = (): AbortSignal => new AbortController().signal

const pod = (name: string, resourceVersion: string, note = ''): KubernetesObject => ({
  metadata: { name, namespace: 'default', uid: `uid-${name}`, resourceVersion },
  ...(note !== '' && { note }),
})

const replace = (resourceVersion: string, ...objects: KubernetesObject[]) =>
  ({ type: 'replace', resourceVersion, objects }) as const

const delta = (
  resourceVersion: string,
  objects: readonly KubernetesObject[],
  deletions: readonly string[] = [],
) => {
  const upserts = new Map(objects.map(object => [`default/${object.metadata?.name}`, object]))
  return { type: 'delta', resourceVersion, upserts, deletions } as const
}

async function expectLoaded(
  store: Store,
  expected: { readonly resourceVersion: string; readonly objects: readonly KubernetesObject[] } | undefined,
): Promise<void> {
  const loaded = await store.load(never())
  const textOf = (snapshot: typeof expected) =>
    JSON.stringify(
      snapshot && [snapshot.resourceVersion, snapshot.objects.map(each => JSON.stringify(each)).toSorted()],
    )
  if (textOf(loaded) !== textOf(expected))
    throw new Error(
      `loaded ${textOf(loaded)?.slice(0, 1_000)}, expected ${textOf(expected)?.slice(0, 1_000)}`,
    )
}

/** Longer than the largest value of a Durable Object, with characters of one to four bytes. */
const LARGE = 'aé漢😀'.repeat(250_000)

/** The behaviors, each on an empty store. */
const SNAPSHOT_CASES: readonly SnapshotCase[] = [
  {
    name: 'is empty at first',
    run: open => expectLoaded(open(), undefined),
  },
  {
    name: 'returns what was saved, also to the next process',
    run: async open => {
      const store = open()
      await store.save(replace('5', pod('a', '1'), pod('b', '2')), never())
      await store.save(delta('7', [pod('c', '6')], ['default/a']), never())
      await expectLoaded(open(), { resourceVersion: '7', objects: [pod('b', '2'), pod('c', '6')] })
    },
  },
  {
    name: 'the next process continues',
    run: async open => {
      await open().save(replace('5', pod('a', '1')), never())
      const next = open()
      await expectLoaded(next, { resourceVersion: '5', objects: [pod('a', '1')] })
      await next.save(delta('6', [pod('b', '6')]), never())
      await expectLoaded(open(), { resourceVersion: '6', objects: [pod('a', '1'), pod('b', '6')] })
    },
  },
  {
    name: 'a replacement leaves nothing behind',
    run: async open => {
      const store = open()
      await store.save(replace('5', pod('a', '1'), pod('b', '2')), never())
      await store.save(replace('9'), never())
      await expectLoaded(open(), { resourceVersion: '9', objects: [] })
    },
  },
  {
    name: 'saves a resourceVersion without changes',
    run: async open => {
      const store = open()
      await store.save(replace('5', pod('a', '1')), never())
      await store.save(delta('99999999999999999999', []), never())
      await expectLoaded(open(), { resourceVersion: '99999999999999999999', objects: [pod('a', '1')] })
    },
  },
  {
    name: 'a delta without a stored collection saves nothing',
    run: async open => {
      const store = open()
      const outcome = await store.save(delta('7', [pod('a', '7')]), never()).catch(() => 'rejected')
      if (outcome === undefined) throw new Error('it was accepted')
      await expectLoaded(open(), undefined)
    },
  },
  {
    name: 'a rejected save changes nothing',
    run: async open => {
      const store = open()
      await store.save(replace('5', pod('a', '1')), never())
      const outcome = await store
        .save(replace('6', pod('b', '6'), { metadata: {} }), never())
        .catch(() => 'rejected')
      if (outcome !== 'rejected') throw new Error('an object without a name was accepted')
      await expectLoaded(open(), { resourceVersion: '5', objects: [pod('a', '1')] })
    },
  },
  {
    name: 'stores objects of several megabytes, and any characters',
    run: async open => {
      const objects = [pod('a', '1', LARGE), pod('b', '2', `x${LARGE}`), pod('c', '3', '\0"\\\u2028')]
      const store = open()
      await store.save(replace('5', ...objects), never())
      await store.save(delta('6', [pod('d', '6', LARGE)]), never())
      await expectLoaded(open(), { resourceVersion: '6', objects: [...objects, pod('d', '6', LARGE)] })
    },
  },
  {
    name: 'keeps the state through many saves',
    run: async open => {
      const store = open()
      const note = 'x'.repeat(100_000)
      await store.save(replace('1', pod('a', '1', note), pod('b', '1')), never())
      for (let version = 2; version < 60; version++)
        await store.save(
          delta(`${version}`, [pod('a', `${version}`, note)], version === 30 ? ['default/b'] : []),
          never(),
        )
      await expectLoaded(open(), { resourceVersion: '59', objects: [pod('a', '59', note)] })
    },
  },
]

/** Runs every case on a new store. */
export async function runSnapshotCases(create: () => () => Store): Promise<readonly SnapshotFailure[]> {
  const failures: SnapshotFailure[] = []
  for (const { name, run } of SNAPSHOT_CASES) {
    await run(create()).catch((error: unknown) => failures.push({ name, reason: String(error) }))
  }
  return failures
}
