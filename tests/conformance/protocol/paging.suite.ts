import {
  compareResourceVersions,
  createListWatch,
  isResourceExpired,
  type KubernetesObject,
  type ListOptions,
  type ResourceDefinition,
} from '@kube-informer/core'
import { ListPager } from '@kube-informer/core/tools'
import { type Pod, pods } from '@kube-informer/testing'
import { describe, expect } from 'vitest'
import { createPodAt, FINAL_KEYS, keysIn, namesOf, writeHistory } from './histories.ts'
import { createEvent, createPod, podOf } from './objects.ts'
import { rejectionOf } from './rejection.ts'
import { type Cluster, events, rowsOf, type Target } from './target.ts'
import { continueToken, readContinueToken } from './tokens.ts'

/** Enough for a list of many pages, and for a second of writing. */
const MANY = 300
const WRITERS = 10

/** A ListPager over all objects of a kind, and the queries that it sent. */
function pagerOf<T extends KubernetesObject>(
  { client }: Cluster,
  resource: ResourceDefinition<T>,
  pageSize: number,
  beforePage: () => Promise<void> = async () => {},
): { pager: ListPager<T>; queries: ListOptions[] } {
  const source = createListWatch(client, resource)
  const queries: ListOptions[] = []
  const pager = new ListPager<T>({
    pageSize,
    pageFunction: async (options, signal) => {
      queries.push(options)
      await beforePage()
      return source.list(options, { signal })
    },
  })
  return { pager, queries }
}

/** Selects the Events of these tests; a new server creates an Event for its own Service. */
const OURS = { fieldSelector: 'involvedObject.kind=Pod' } as const

/** Three Events in two namespaces. */
async function createThreeEvents(cluster: Cluster): Promise<void> {
  await createEvent(cluster, 'bar', { namespace: 'first' })
  for (const name of ['bar', 'foo']) await createEvent(cluster, name, { namespace: 'second' })
}

/** Sets the message of an Event. */
async function changeEvent(cluster: Cluster, namespace: string, name: string): Promise<void> {
  await cluster.client.patch(
    events,
    { namespace: await cluster.namespace(namespace), name },
    { message: 'changed' },
  )
}

const { signal } = new AbortController()

/** Three Pods in two namespaces. */
async function createThree(cluster: Cluster): Promise<Pod[]> {
  const created: Pod[] = []
  for (const key of ['first/bar', 'second/bar', 'second/foo']) created.push(await createPodAt(cluster, key))
  return created
}

/** Pages, continue tokens and ListPager. */
export function describePaging(target: Target): void {
  const row = rowsOf(target)
  const alone = { needs: ['the cluster to itself'] } as const

  describe('one page', () => {
    row(
      'P01: a first page has the number of remaining objects',
      async cluster => {
        const { rv } = await writeHistory(cluster)
        const list = await cluster.client.list(pods, { limit: 1 })
        expect(keysIn(cluster, list)).toEqual(['first/bar'])
        expect(list.metadata.remainingItemCount).toBe(4)
        expect(list.metadata.continue).toBeTruthy()
        expect(
          compareResourceVersions(list.metadata.resourceVersion ?? '', rv[8] ?? ''),
        ).toBeGreaterThanOrEqual(0)
      },
      alone,
    )

    row(
      'P02, P03: a limit that is not exceeded leaves no token',
      async cluster => {
        await writeHistory(cluster)
        for (const limit of [5, 8]) {
          const list = await cluster.client.list(pods, { limit })
          expect(keysIn(cluster, list)).toEqual(FINAL_KEYS)
          expect([list.metadata.continue, list.metadata.remainingItemCount]).toEqual([undefined, undefined])
        }
      },
      alone,
    )

    row(
      'P04, P05, P06, P07, P08: pages of earlier states',
      async cluster => {
        const { rv } = await writeHistory(cluster)
        const page = async (limit: number, at: number) => {
          const list = await cluster.client.list(pods, {
            limit,
            resourceVersion: rv[at],
            resourceVersionMatch: 'Exact',
          })
          expect(list.metadata.resourceVersion).toBe(rv[at])
          expect(Boolean(list.metadata.continue)).toBe(list.metadata.remainingItemCount !== undefined)
          return [keysIn(cluster, list), list.metadata.remainingItemCount]
        }
        expect(await page(2, 3)).toEqual([['first/bar', 'second/bar'], 1])
        expect((await page(4, 4))[1]).toBeUndefined()
        expect(await page(1, 5)).toEqual([['first/bar'], 4])
        expect(await page(2, 6)).toEqual([['first/bar', 'second/bar'], 4])
        expect(await page(4, 7)).toEqual([['first/bar', 'second/bar', 'second/baz', 'second/foo'], 2])
      },
      alone,
    )

    row('P12, P14: if the limit is reached before the last key, an empty page may follow', async cluster => {
      await writeHistory(cluster)
      const options = { limit: 1, fieldSelector: 'metadata.name=barfoo' }
      const list = await cluster.client.list(pods, options)
      expect([namesOf(list), list.metadata.remainingItemCount]).toEqual([['barfoo'], undefined])
      const rest = await cluster.client.list(pods, { ...options, continue: list.metadata.continue })
      expect([rest.items, rest.metadata.continue]).toEqual([[], undefined])

      const two = await cluster.client.list(pods, { limit: 2, fieldSelector: 'metadata.name=bar' })
      expect([keysIn(cluster, two), Boolean(two.metadata.continue)]).toEqual([
        ['first/bar', 'second/bar'],
        true,
      ])
    })

    row(
      'P15: if the limit is reached at the last key, there is no token',
      async cluster => {
        await writeHistory(cluster)
        const list = await cluster.client.list(pods, { limit: 2, fieldSelector: 'metadata.name=foo' })
        expect([keysIn(cluster, list), list.metadata.continue]).toEqual([
          ['second/foo', 'third/foo'],
          undefined,
        ])
      },
      alone,
    )

    row(
      'P16: a rare object at the end of many, and all of them through ListPager',
      async cluster => {
        await createMany(cluster)
        const rare = { limit: 1, fieldSelector: `metadata.name=pod-${MANY - 1}` }
        const list = await cluster.client.list(pods, rare)
        expect([namesOf(list), list.metadata.continue]).toEqual([[`pod-${MANY - 1}`], undefined])

        const { pager, queries } = pagerOf(cluster, pods, 70)
        const all = await pager.list({}, signal)
        expect(new Set(all.items.map(({ metadata }) => metadata.name)).size).toBe(MANY)
        expect(queries.length).toBe(5)
      },
      { ...alone, timeoutMs: 30_000 },
    )
  })

  describe('page after page', () => {
    row(
      'P09: the rest without a limit',
      async cluster => {
        await createThree(cluster)
        const first = await cluster.client.list(pods, { limit: 1 })
        const rest = await cluster.client.list(pods, { continue: first.metadata.continue })
        expect(keysIn(cluster, rest)).toEqual(['second/bar', 'second/foo'])
        expect(rest.metadata).toEqual({ resourceVersion: first.metadata.resourceVersion })
      },
      alone,
    )

    row(
      'P10: one by one, at one resourceVersion, through ListPager',
      async cluster => {
        await createThree(cluster)
        const { pager, queries } = pagerOf(cluster, pods, 1)
        const all = await pager.list({}, signal)
        expect(all.items.map(({ metadata }) => metadata.name)).toEqual(['bar', 'bar', 'foo'])
        expect([all.paginated, queries.length]).toEqual([true, 3])
        const versions = new Set(queries.slice(1).map(query => readContinueToken(query.continue).rv))
        expect([...versions].map(String)).toEqual([all.resourceVersion])
      },
      alone,
    )

    row(
      'P11: a selector must be repeated, and the remaining objects are not counted',
      async cluster => {
        for (const key of ['1/foo', '2/bar', '3/foo', '4/foo']) await createPodAt(cluster, key)
        const options = { limit: 2, fieldSelector: 'metadata.name!=bar' }
        const first = await cluster.client.list(pods, options)
        expect(keysIn(cluster, first)).toEqual(['1/foo', '3/foo'])
        expect(first.metadata.remainingItemCount).toBeUndefined()
        const rest = await cluster.client.list(pods, { ...options, continue: first.metadata.continue })
        expect([keysIn(cluster, rest), rest.metadata.continue]).toEqual([['4/foo'], undefined])
      },
      alone,
    )

    row(
      'P17: objects created after the first page are on no page, deleted ones stay on theirs',
      async cluster => {
        for (const name of ['a', 'b', 'c', 'd']) await createPod(cluster, name)
        const { pager, queries } = pagerOf(cluster, pods, 1)
        const seen: string[] = []
        const see = async (pod: Pod) => {
          seen.push(pod.metadata.name)
          if (seen.length === 1) await createPod(cluster, 'e')
        }
        await pager.eachListItem(see, {}, signal)
        expect([seen, queries.length]).toEqual([['a', 'b', 'c', 'd'], 4])
      },
      alone,
    )

    row(
      'P23, P24: a token is accepted with and without its slash, and in another scope',
      async cluster => {
        await createThree(cluster)
        const first = await cluster.client.list(pods, { limit: 1 })
        const { rv, start } = readContinueToken(first.metadata.continue)
        const bare = start.replace(/^\//, '')
        for (const form of [bare, `/${bare}`]) {
          const rest = await cluster.client.list(pods, { continue: continueToken({ rv, start: form }) })
          expect(keysIn(cluster, rest)).toEqual(['second/bar', 'second/foo'])
        }
        const namespace = await cluster.namespace('second')
        const token = continueToken({ rv, start: '/bar\0' })
        const elsewhere = await cluster.client.list(pods, { namespace, continue: token })
        expect(keysIn(cluster, elsewhere)).toEqual(['second/foo'])
        const whole = await cluster.client.list(pods, { namespace, continue: first.metadata.continue })
        expect(keysIn(cluster, whole)).toEqual(keysAfter(start, ['bar', 'foo']).map(name => `second/${name}`))
      },
      alone,
    )
  })

  describe('tokens', () => {
    row(
      'P22: a token is JSON in URL-safe base64, with a start',
      async cluster => {
        await writeHistory(cluster)
        const all = await cluster.client.list(pods, { limit: 1 })
        const { v, rv, start } = readContinueToken(all.metadata.continue)
        expect([v, String(rv)]).toEqual(['meta.k8s.io/v1', all.metadata.resourceVersion])
        expect(start).toMatch(/^\/[^/]*first\/bar\0$/)
        const namespace = await cluster.namespace('second')
        const one = await cluster.client.list(pods, { namespace, limit: 1 })
        expect(readContinueToken(one.metadata.continue).start).toBe('/bar\0')
      },
      alone,
    )

    row(
      'P19, P20: the 410 for an expired token has a token for the rest of the latest state',
      async cluster => {
        await createThreeEvents(cluster)
        const first = await cluster.client.list(events, { ...OURS, limit: 1 })
        await changeEvent(cluster, 'second', 'foo')
        await cluster.compact?.(await cluster.rv())
        const next = cluster.client.list(events, { ...OURS, limit: 1, continue: first.metadata.continue })
        const refused = await rejectionOf(next)
        expect(refused).toMatchObject({ code: 410, reason: 'Expired' })
        expect(refused.message).toMatch(/^The provided continue parameter is too old/)
        expect(await next.catch(isResourceExpired)).toBe(true)
        const token = refused.metadata?.continue
        const start = `${await cluster.namespace('first')}/bar\0`
        expect(readContinueToken(token)).toEqual({ v: 'meta.k8s.io/v1', rv: -1, start })

        const now = await cluster.rv()
        const page = await cluster.client.list(events, { ...OURS, limit: 1, continue: token })
        expect(keysIn(cluster, page)).toEqual(['second/bar'])
        const { resourceVersion = '' } = page.metadata
        expect(compareResourceVersions(resourceVersion, now)).toBeGreaterThanOrEqual(0)
        expect(String(readContinueToken(page.metadata.continue).rv)).toBe(resourceVersion)
      },
      { needs: ['compaction'] },
    )

    row(
      'P19: ListPager falls back to a full list if a token expires',
      async cluster => {
        await createThreeEvents(cluster)
        const { pager, queries } = pagerOf(cluster, events, 1, async () => {
          if (queries.length !== 2) return
          await changeEvent(cluster, 'second', 'foo')
          await cluster.compact?.(await cluster.rv())
        })
        const all = await pager.list(OURS, signal)
        expect(all.items.map(({ metadata }) => metadata?.name)).toEqual(['bar', 'bar', 'foo'])
        expect(all.items.at(-1)).toMatchObject({ message: 'changed' })
        expect(queries.map(({ limit, continue: token }) => [limit, token !== undefined])).toEqual([
          [1, false],
          [1, true],
          [0, false],
        ])
      },
      { needs: ['compaction'] },
    )

    row('P25: a collection is deleted up to a limit, and as selected', async cluster => {
      for (const name of ['a', 'b', 'c']) await createPod(cluster, name, { labels: { doomed: 'yes' } })
      await createPod(cluster, 'kept')
      const namespace = await cluster.namespace()
      const path = `/api/v1/namespaces/${namespace}/pods`
      const remove = (query: Record<string, string | number>) =>
        cluster.client.request(path, { method: 'DELETE', query: { gracePeriodSeconds: 0, ...query } })
      const left = async () => namesOf(await cluster.client.list(pods, { namespace }))
      await remove({ limit: 2, labelSelector: 'doomed' })
      expect(await left()).toEqual(['c', 'kept'])
      await remove({ labelSelector: 'doomed' })
      expect(await left()).toEqual(['kept'])
    })
  })
}

/** The keys after a start from another scope; the server uses it as a key within the namespace. */
const keysAfter = (start: string, names: readonly string[]): string[] =>
  names.filter(name => name >= start.replace(/^\//, ''))

async function createMany(cluster: Cluster): Promise<void> {
  const namespace = await cluster.namespace()
  let next = 0
  const write = async () => {
    while (next < MANY) await cluster.client.create(pods, podOf(namespace, nameOf(next++)))
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
}

/** Pads the index, so that names are in the order of creation. */
const nameOf = (index: number): string => `pod-${String(index).padStart(3, '0')}`
