import { compareResourceVersions, type WatchOptions } from '@kube-informer/core'
import { pods } from '@kube-informer/testing'
import { describe, expect } from 'vitest'
import { createPod, createPods, labelPod, rvOf } from './objects.ts'
import { type RowOptions, rowsOf, type Target } from './target.ts'
import { textsOf, WatchReader } from './watch-reader.ts'

/** The resourceVersion of a watch: none, any, one from before the Pods, the latest. */
type From = 'unset' | '0' | 'old' | 'current'

interface StartCase {
  readonly title: string
  readonly sendInitialEvents?: boolean
  readonly bookmarks: boolean
  readonly from: From
  readonly expected: readonly string[]
}

const STATE = ['A pod-1', 'A pod-2', 'A pod-3']
const STATE_AND_END = [...STATE, 'B end']

const STARTS: readonly StartCase[] = [
  {
    title: 'S01: state and its end marker',
    sendInitialEvents: true,
    bookmarks: true,
    from: 'unset',
    expected: STATE_AND_END,
  },
  {
    title: 'S03: from now, without a resourceVersion',
    sendInitialEvents: false,
    bookmarks: false,
    from: 'unset',
    expected: [],
  },
  {
    title: 'S04: state without its end marker',
    sendInitialEvents: true,
    bookmarks: false,
    from: 'unset',
    expected: STATE,
  },
  {
    title: 'S05: any state and its end marker',
    sendInitialEvents: true,
    bookmarks: true,
    from: '0',
    expected: STATE_AND_END,
  },
  {
    title: 'S06: from now, with bookmarks',
    sendInitialEvents: false,
    bookmarks: true,
    from: '0',
    expected: [],
  },
  { title: 'S07: from now', sendInitialEvents: false, bookmarks: false, from: '0', expected: [] },
  {
    title: 'S09: a state that is at least as new',
    sendInitialEvents: true,
    bookmarks: true,
    from: 'old',
    expected: STATE_AND_END,
  },
  {
    title: 'S10: history, with bookmarks',
    sendInitialEvents: false,
    bookmarks: true,
    from: 'old',
    expected: STATE,
  },
  { title: 'S10: history', sendInitialEvents: false, bookmarks: false, from: 'old', expected: STATE },
  {
    title: 'S11: the latest state and its end marker',
    sendInitialEvents: true,
    bookmarks: true,
    from: 'current',
    expected: STATE_AND_END,
  },
  {
    title: 'S12: from the latest resourceVersion',
    sendInitialEvents: false,
    bookmarks: true,
    from: 'current',
    expected: [],
  },
  {
    title: 'S13: the latest state without its end marker',
    sendInitialEvents: true,
    bookmarks: false,
    from: 'current',
    expected: STATE,
  },
  { title: 'S14: resourceVersion 0 only sends the state', bookmarks: false, from: '0', expected: STATE },
  {
    title: 'S15: a watch without parameters sends the state',
    bookmarks: false,
    from: 'unset',
    expected: STATE,
  },
  {
    title: 'S16: resourceVersion 0 with bookmarks sends the state and its end marker',
    bookmarks: true,
    from: '0',
    expected: STATE_AND_END,
  },
  {
    title: 'S16: bookmarks only send the state and its end marker',
    bookmarks: true,
    from: 'unset',
    expected: STATE_AND_END,
  },
]

const STATE_WITH_END = {
  sendInitialEvents: true,
  resourceVersionMatch: 'NotOlderThan',
  allowWatchBookmarks: true,
} as const

function optionsOf(
  { sendInitialEvents, bookmarks }: StartCase,
  resourceVersion: string | undefined,
): WatchOptions {
  return {
    ...(sendInitialEvents === undefined ? {} : { sendInitialEvents, resourceVersionMatch: 'NotOlderThan' }),
    ...(bookmarks ? { allowWatchBookmarks: true } : {}),
    resourceVersion,
  }
}

/** In Chromium, fetch never delivers the end of a compressed state. */
const needsOf = ({ expected }: StartCase): RowOptions =>
  expected === STATE_AND_END ? { needs: ['gzip members'] } : {}

const isAtLeast = (rv: string, floor: string): boolean => compareResourceVersions(rv, floor) >= 0

/** The first events of a watch, for each combination of options. */
export function describeWatchStart(target: Target): void {
  const row = rowsOf(target)
  const alone = { needs: ['the cluster to itself'] } as const

  describe('state, history or nothing', () => {
    for (const start of STARTS)
      row(
        start.title,
        async cluster => {
          const namespace = await cluster.namespace()
          const old = await cluster.rv()
          const created = await createPods(cluster, 'pod-1', 'pod-2', 'pod-3')
          const versions: Record<From, string | undefined> = {
            unset: undefined,
            '0': '0',
            old,
            current: await cluster.rv(),
          }
          const watch = await WatchReader.open(cluster, pods, {
            namespace,
            ...optionsOf(start, versions[start.from]),
          })
          await createPods(cluster, 'pod-4', 'pod-5')
          const seen = await watch.upTo('A pod-5')
          const isNotBookmark = ({ text }: { text: string }) => text !== 'B'
          expect(textsOf(seen.filter(isNotBookmark))).toEqual([...start.expected, 'A pod-4', 'A pod-5'])
          const end = seen.find(({ text }) => text === 'B end')
          if (end) expect(isAtLeast(end.resourceVersion, rvOf(created[2] ?? {}))).toBe(true)
        },
        needsOf(start),
      )
  })

  describe('the state', () => {
    row(
      'S17: its end marker has the latest resourceVersion of the server, including objects outside the scope',
      async cluster => {
        for (let i = 0; i < 5; i++) await createPod(cluster, `pod-${i}`, { namespace: 'foo' })
        const other = await createPod(cluster, 'other', { namespace: 'last' })
        const namespace = await cluster.namespace('foo')
        const watch = await WatchReader.open(cluster, pods, { namespace, ...STATE_WITH_END })
        const seen = await watch.upTo('B end')
        expect(textsOf(seen)).toEqual(['A pod-0', 'A pod-1', 'A pod-2', 'A pod-3', 'A pod-4', 'B end'])
        expect(isAtLeast(seen.at(-1)?.resourceVersion ?? '', rvOf(other))).toBe(true)
      },
    )

    row(
      'S18: with a selector, the end marker still has the latest resourceVersion of the server',
      async cluster => {
        const created = await createPods(cluster, 'pod-0', 'pod-1', 'pod-2', 'pod-3', 'pod-4')
        const fieldSelector = 'metadata.name=pod-1'
        const watch = await WatchReader.open(cluster, pods, { ...STATE_WITH_END, fieldSelector })
        const seen = await watch.upTo('B end')
        expect(textsOf(seen)).toEqual(['A n/pod-1', 'B end'])
        expect(isAtLeast(seen[1]?.resourceVersion ?? '', rvOf(created[4] ?? {}))).toBe(true)
      },
    )

    row('S20: in the order of keys, each object with its own resourceVersion', async cluster => {
      const created = await createPods(cluster, 'z', 'a', 'm')
      const watch = await WatchReader.open(cluster, pods, {
        namespace: await cluster.namespace(),
        ...STATE_WITH_END,
      })
      const seen = (await watch.upTo('B end')).slice(0, -1)
      expect(textsOf(seen)).toEqual(['A a', 'A m', 'A z'])
      const [z, a, m] = created.map(rvOf)
      expect(seen.map(({ resourceVersion }) => resourceVersion)).toEqual([a, m, z])
    })

    row(
      'S21: keys are compared as a whole',
      async cluster => {
        await createPod(cluster, 'x', { namespace: 'a' })
        await createPod(cluster, 'x', { namespace: 'a-b' })
        const watch = await WatchReader.open(cluster, pods, STATE_WITH_END)
        expect(textsOf(await watch.upTo('B end'))).toEqual(['A a-b/x', 'A a/x', 'B end'])
      },
      alone,
    )

    row(
      'S23, S24: resourceVersion 0 starts with the latest content',
      async cluster => {
        const pod = await createPod(cluster, 'foo')
        const updated = await labelPod(cluster, pod, { step: '1' })
        cluster.fake?.compact()
        const namespace = await cluster.namespace()
        // The watch cache of a real server may lag behind: this list waits for it.
        const isFresh = { resourceVersion: rvOf(updated), resourceVersionMatch: 'NotOlderThan' } as const
        await cluster.client.list(pods, { namespace, ...isFresh })
        const watch = await WatchReader.open(cluster, pods, { namespace, resourceVersion: '0' })
        const [first] = await watch.takeSeen(1)
        expect([first?.text, first?.resourceVersion]).toEqual(['A foo', rvOf(updated)])
        await labelPod(cluster, pod, { step: '2' })
        expect(await watch.take(1)).toEqual(['M foo'])
      },
      alone,
    )

    row(
      'S30: writes during the start are sent exactly once',
      async cluster => {
        const namespace = await cluster.namespace()
        const names = ['a', 'b', 'c', 'd', 'e']
        const [watch] = await Promise.all([
          WatchReader.open(cluster, pods, { namespace, ...STATE_WITH_END }),
          ...names.map(async name => labelPod(cluster, await createPod(cluster, name), { step: '2' })),
        ])
        await createPod(cluster, 'last')
        const seen = await watch.upTo('A last')
        for (const name of names) {
          const own = textsOf(seen).filter(text => text.endsWith(` ${name}`))
          expect([[`A ${name}`], [`A ${name}`, `M ${name}`]]).toContainEqual(own)
        }
        const live = seen.slice(seen.findIndex(({ text }) => text === 'B end') + 1)
        const versions = live.filter(({ text }) => text !== 'B').map(({ resourceVersion }) => resourceVersion)
        expect(versions).toEqual([...new Set(versions)].sort(compareResourceVersions))
      },
      { needs: ['gzip members'] },
    )
  })
}
