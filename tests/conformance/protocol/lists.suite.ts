import {
  compareResourceVersions,
  createListWatch,
  isNotFound,
  isResourceExpired,
  isTooLargeResourceVersion,
  type KubernetesObject,
  type List,
  readObject,
  type Status,
  StatusError,
} from '@kube-informer/core'
import { type Pod, pods } from '@kube-informer/testing'
import { describe, expect } from 'vitest'
import { awaitedLater } from './awaited-later.ts'
import { createPodAt, FINAL_KEYS, keysIn, namesOf, writeHistory } from './histories.ts'
import { createEvent, createPod, deletePod, labelPod, rvOf, rvPlus } from './objects.ts'
import { rejectionOf } from './rejection.ts'
import { type Cluster, events, rowsOf, type Target } from './target.ts'
import { continueToken } from './tokens.ts'

const LAST_INT64 = '9223372036854775807'
const TOO_LARGE = new RegExp(`^Timeout: Too large resource version: ${LAST_INT64}, current: \\d+$`)

const rvOfList = ({ metadata }: List<KubernetesObject>): string => metadata.resourceVersion ?? ''
const isAtLeast = (rv: string, floor: string | undefined): boolean =>
  compareResourceVersions(rv, floor ?? '') >= 0

async function getPod({ client }: Cluster, pod: Pod, resourceVersion?: string): Promise<Pod> {
  const { namespace, name } = pod.metadata
  const response = await client.request(`/api/v1/namespaces/${namespace}/pods/${name}`, {
    query: { resourceVersion },
  })
  return (await response.json()) as Pod
}

/** The response to a list for each resourceVersion, match, limit and selector. */
export function describeLists(target: Target): void {
  const row = rowsOf(target)
  const alone = { needs: ['the cluster to itself'] } as const

  describe('resourceVersions', () => {
    row(
      'L01: the latest state, in the order of keys, decoded to objects and to rows',
      async cluster => {
        const { rv, keysOf } = await writeHistory(cluster)
        const list = await cluster.client.list(pods)
        expect(keysOf(list)).toEqual(FINAL_KEYS)
        expect(list.items[0]?.metadata.labels).toEqual({ node: 'fakenode' })
        expect(isAtLeast(rvOfList(list), rv[8])).toBe(true)

        const { signal } = new AbortController()
        const listRows = (encoding: 'json' | 'protobuf') =>
          createListWatch(cluster.client, pods, { form: 'row', trim: [], encoding }).list({}, { signal })
        const read = []
        for (const encoding of ['json', 'protobuf'] as const) {
          const rows = await listRows(encoding)
          const objects = rows.items.map(item => readObject(item))
          expect(keysOf({ ...rows, items: objects })).toEqual(FINAL_KEYS)
          expect(rows.items.map(({ resourceVersion }) => resourceVersion)).toEqual(list.items.map(rvOf))
          read.push(objects)
        }
        expect(read[1]).toEqual(read[0])
      },
      alone,
    )

    row(
      'L03: resourceVersion 0 returns any state, here the only one',
      async cluster => {
        const { keysOf } = await writeHistory(cluster)
        expect(keysOf(await cluster.client.list(pods, { resourceVersion: '0' }))).toEqual(FINAL_KEYS)
      },
      alone,
    )

    row(
      'L04, L10: a resourceVersion without a match is a minimum',
      async cluster => {
        const { rv, keysOf } = await writeHistory(cluster)
        for (const resourceVersion of [rv[8], rv[2]]) {
          const list = await cluster.client.list(pods, { resourceVersion })
          expect(keysOf(list)).toEqual(FINAL_KEYS)
          expect(isAtLeast(rvOfList(list), resourceVersion)).toBe(true)
        }
      },
      alone,
    )

    row(
      'L05: NotOlderThan returns the latest state',
      async cluster => {
        const { rv, keysOf } = await writeHistory(cluster)
        const list = await cluster.client.list(pods, {
          resourceVersion: rv[3],
          resourceVersionMatch: 'NotOlderThan',
        })
        expect(keysOf(list)).toEqual(FINAL_KEYS)
        expect(isAtLeast(rvOfList(list), rv[3])).toBe(true)
      },
      alone,
    )

    row(
      'L06: Exact returns the state at that resourceVersion',
      async cluster => {
        const { rv, keysOf } = await writeHistory(cluster)
        const sizes = [1, 2, 3, 4, 5, 6, 6, 5]
        for (const [index, size] of sizes.entries()) {
          const resourceVersion = rv[index + 1]
          const list = await cluster.client.list(pods, { resourceVersion, resourceVersionMatch: 'Exact' })
          expect([rvOfList(list), list.items.length]).toEqual([resourceVersion, size])
          expect(list.items[0]?.metadata.labels).toEqual(index < 6 ? undefined : { node: 'fakenode' })
          expect(keysOf(list).includes('second/baz')).toBe(index === 5 || index === 6)
        }
      },
      alone,
    )

    row(
      'L07: Exact with a compacted resourceVersion is a 410',
      async cluster => {
        const namespace = await cluster.namespace()
        const [first, second] = [await createEvent(cluster, 'a'), await createEvent(cluster, 'b')]
        await cluster.compact?.(rvOf(second))
        const exactly = { namespace, resourceVersionMatch: 'Exact' } as const
        const list = cluster.client.list(events, { ...exactly, resourceVersion: rvOf(first) })
        expect(await rejectionOf(list)).toMatchObject({
          code: 410,
          reason: 'Expired',
          message: 'The resourceVersion for the provided list is too old.',
        })
        expect(await list.catch(isResourceExpired)).toBe(true)
        const kept = await cluster.client.list(events, { ...exactly, resourceVersion: rvOf(second) })
        expect(namesOf(kept)).toEqual(['a', 'b'])
      },
      { needs: ['compaction'] },
    )

    row(
      'L09: a resourceVersion with a limit is exact',
      async cluster => {
        const { rv, keysOf } = await writeHistory(cluster)
        const list = await cluster.client.list(pods, { resourceVersion: rv[2], limit: 1 })
        expect(keysOf(list)).toEqual(['first/bar'])
        expect(list.metadata).toMatchObject({ resourceVersion: rv[2], remainingItemCount: 1 })
        expect(list.metadata.continue).toBeTruthy()
      },
      alone,
    )

    row(
      'L11: NotOlderThan with a limit returns the first page of the latest state',
      async cluster => {
        const { rv, keysOf } = await writeHistory(cluster)
        const list = await cluster.client.list(pods, {
          resourceVersion: rv[2],
          resourceVersionMatch: 'NotOlderThan',
          limit: 1,
        })
        expect(keysOf(list)).toEqual(['first/bar'])
        expect(isAtLeast(rvOfList(list), rv[8])).toBe(true)
        expect(list.metadata.remainingItemCount).toBe(4)
      },
      alone,
    )

    row(
      'L12, L13: resourceVersion 0 ignores the limit',
      async cluster => {
        const { keysOf } = await writeHistory(cluster)
        for (const match of [{}, { resourceVersionMatch: 'NotOlderThan' }] as const) {
          const list = await cluster.client.list(pods, { resourceVersion: '0', limit: 1, ...match })
          expect(keysOf(list)).toEqual(FINAL_KEYS)
          expect([list.metadata.continue, list.metadata.remainingItemCount]).toEqual([undefined, undefined])
        }
      },
      alone,
    )

    row(
      'L14, L15: an empty list has the latest resourceVersion of the server',
      async cluster => {
        const before = await cluster.bump()
        for (const scope of [{}, { namespace: 'nonexistent' }]) {
          const list = await cluster.client.list(pods, scope)
          expect(list.items).toEqual([])
          expect(isAtLeast(rvOfList(list), before)).toBe(true)
        }
      },
      alone,
    )

    row(
      'L16, L17: a list is as new as the latest write to any resource, and so is resourceVersion 0 after it',
      async cluster => {
        await createPod(cluster, 'foo')
        const bumped = await cluster.bump()
        const namespace = await cluster.namespace('empty')
        const consistent = await cluster.client.list(pods, { namespace })
        expect(isAtLeast(rvOfList(consistent), bumped)).toBe(true)
        const any = await cluster.client.list(pods, { namespace, resourceVersion: '0' })
        expect(isAtLeast(rvOfList(any), rvOfList(consistent))).toBe(true)
      },
    )

    row('L18: a continue token without a resourceVersion reads the latest state', async cluster => {
      await createPod(cluster, 'a')
      await createPod(cluster, 'b')
      const bumped = await cluster.bump()
      const namespace = await cluster.namespace()
      const token = continueToken({ rv: -1, start: '/a\0' })
      const list = await cluster.client.list(pods, { namespace, continue: token })
      expect(namesOf(list)).toEqual(['b'])
      expect(isAtLeast(rvOfList(list), bumped)).toBe(true)
    })

    row(
      'L19: NotOlderThan with a future resourceVersion waits for it',
      async cluster => {
        await cluster.namespace()
        const resourceVersion = rvPlus(await cluster.rv(), 2)
        const options = { resourceVersion, resourceVersionMatch: 'NotOlderThan' } as const
        const pending = awaitedLater(cluster.client.list(pods, options))
        await cluster.elapse(500)
        const written = [await createPod(cluster, 'a'), await createPod(cluster, 'b')]
        const list = await pending
        expect(isAtLeast(rvOfList(list), resourceVersion)).toBe(true)
        expect(namesOf(list)).toEqual(namesUpTo(written, rvOfList(list)))
        expect(list.items.length).toBeGreaterThan(0)
      },
      alone,
    )

    row(
      'L20: Exact with a future resourceVersion waits for it',
      async cluster => {
        await cluster.namespace()
        const resourceVersion = rvPlus(await cluster.rv(), 1)
        const options = { resourceVersion, resourceVersionMatch: 'Exact' } as const
        const pending = awaitedLater(cluster.client.list(pods, options))
        await cluster.elapse(500)
        const written = [await createPod(cluster, 'a'), await createPod(cluster, 'b')]
        const list = await pending
        expect(rvOfList(list)).toBe(resourceVersion)
        expect(namesOf(list)).toEqual(namesUpTo(written, resourceVersion))
      },
      alone,
    )

    row(
      'L37: a resourceVersion that is not reached within three seconds is a 504',
      async cluster => {
        const pod = await createPod(cluster, 'foo')
        const item = `/api/v1/namespaces/${pod.metadata.namespace}/pods/foo`
        // The client would retry ten times because of Retry-After.
        const answers = [item, '/api/v1/pods'].map(path =>
          cluster.fetch(`${path}?resourceVersion=${LAST_INT64}`),
        )
        await cluster.elapse(3_500)
        for (const answer of answers) {
          const response = await answer
          expect([response.status, response.headers.get('retry-after')]).toEqual([504, '1'])
          const status = (await response.json()) as Status
          expect(status).toMatchObject({
            code: 504,
            reason: 'Timeout',
            message: expect.stringMatching(TOO_LARGE),
            details: {
              causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
              retryAfterSeconds: 1,
            },
          })
          expect(isTooLargeResourceVersion(new StatusError(status))).toBe(true)
        }
      },
      { needs: ['headers'], concurrent: true },
    )
  })

  describe('order and selection', () => {
    row(
      'L22: keys are compared as a whole',
      async cluster => {
        for (const namespace of ['foo', 'foo0', 'foo-bar']) await createPodAt(cluster, `${namespace}/x`)
        expect(keysIn(cluster, await cluster.client.list(pods))).toEqual(['foo-bar/x', 'foo/x', 'foo0/x'])
      },
      alone,
    )

    row(
      'L23, L24: by name, and by another name',
      async cluster => {
        const { keysOf } = await writeHistory(cluster)
        const by = async (fieldSelector: string) => keysOf(await cluster.client.list(pods, { fieldSelector }))
        expect(await by('metadata.name=foo')).toEqual(['second/foo', 'third/foo'])
        expect(await by('metadata.name!=foo')).toEqual(['first/bar', 'second/bar', 'third/barfoo'])
      },
      alone,
    )

    row('L25, L26: by name in a namespace, for an existing and a missing object', async cluster => {
      const { rv, keysOf } = await writeHistory(cluster)
      const namespace = await cluster.namespace('second')
      const found = await cluster.client.list(pods, { namespace, fieldSelector: 'metadata.name=foo' })
      const missing = await cluster.client.list(pods, { namespace, fieldSelector: 'metadata.name=nope' })
      expect([keysOf(found), keysOf(missing)]).toEqual([['second/foo'], []])
      expect(isAtLeast(rvOfList(found), rv[8]) && isAtLeast(rvOfList(missing), rv[8])).toBe(true)
    })

    row('L27: by name in a namespace, exactly at an earlier resourceVersion', async cluster => {
      const first = await createPod(cluster, 'foo', { labels: { step: '1' } })
      for (const step of ['2', '3']) await labelPod(cluster, first, { step })
      const list = await cluster.client.list(pods, {
        namespace: await cluster.namespace(),
        fieldSelector: 'metadata.name=foo',
        resourceVersion: rvOf(first),
        resourceVersionMatch: 'Exact',
      })
      expect(list.items.map(({ metadata }) => metadata.labels)).toEqual([{ step: '1' }])
      expect(rvOfList(list)).toBe(rvOf(first))
    })

    row('L28, L30: by namespace, also one that differs from the path', async cluster => {
      await createPodAt(cluster, 'ns1/a')
      await createPodAt(cluster, 'ns2/b')
      const [ns1, ns2] = [await cluster.namespace('ns1'), await cluster.namespace('ns2')]
      const by = async (options: { namespace?: string; fieldSelector: string }) =>
        namesOf(await cluster.client.list(pods, options))
      expect(await by({ fieldSelector: `metadata.namespace=${ns1}` })).toEqual(['a'])
      expect(await by({ namespace: ns1, fieldSelector: `metadata.namespace=${ns2}` })).toEqual([])
    })

    row(
      'L31: by node; != includes objects without a node',
      async cluster => {
        await createPod(cluster, 'a', { nodeName: 'bar1' })
        await createPod(cluster, 'b', { nodeName: 'bar2' })
        await createPod(cluster, 'c', { namespace: 'other' })
        const namespace = await cluster.namespace()
        const by = async (fieldSelector: string, scope = {}) =>
          namesOf(await cluster.client.list(pods, { fieldSelector, ...scope }))
        expect(await by('spec.nodeName=bar1')).toEqual(['a'])
        expect(await by('spec.nodeName!=bar1')).toEqual(['b', 'c'])
        expect(await by('spec.nodeName!=bar1', { namespace })).toEqual(['b'])
      },
      alone,
    )

    row(
      'L34, L35: by labels',
      async cluster => {
        await createPod(cluster, 'one', { labels: { a: '1', b: '' } })
        await createPod(cluster, 'three', { labels: { a: '' } })
        await createPod(cluster, 'two', { labels: { a: '2' } })
        await createPod(cluster, 'zero')
        const expected = {
          'a!=1': ['three', 'two', 'zero'],
          '!a': ['zero'],
          a: ['one', 'three', 'two'],
          'a in (1,2)': ['one', 'two'],
          'a notin (1)': ['three', 'two', 'zero'],
          'a>1': ['two'],
          'a<2': ['one'],
          'a=': ['three'],
          'a in ()': ['three'],
          ' a == 1 , b ': ['one'],
        }
        const found: Record<string, string[]> = {}
        for (const labelSelector of Object.keys(expected))
          found[labelSelector] = namesOf(await cluster.client.list(pods, { labelSelector }))
        expect(found).toEqual(expected)
      },
      alone,
    )

    row('L40: a selector applies to the state of the requested resourceVersion', async cluster => {
      const { rv, keysOf } = await writeHistory(cluster)
      const at = async (resourceVersion: string | undefined) =>
        keysOf(
          await cluster.client.list(pods, {
            labelSelector: 'node=fakenode',
            resourceVersion,
            resourceVersionMatch: 'Exact',
          }),
        )
      expect([await at(rv[6]), await at(rv[7])]).toEqual([[], ['first/bar']])
    })
  })

  describe('one object', () => {
    row('L36: a get accepts any known resourceVersion', async cluster => {
      const first = await createPod(cluster, 'foo')
      const second = await labelPod(cluster, first, { step: '2' })
      for (const resourceVersion of [undefined, '0', rvOf(second), rvOf(first)])
        expect(rvOf(await getPod(cluster, first, resourceVersion))).toBe(rvOf(second))
    })

    row('L38: the error for a missing object names it', async cluster => {
      const namespace = await cluster.namespace()
      const get = cluster.client.get(pods, { namespace, name: 'none' })
      expect(await rejectionOf(get)).toEqual({
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: 'pods "none" not found',
        reason: 'NotFound',
        details: { name: 'none', kind: 'pods' },
        code: 404,
      })
      expect(await get.catch(isNotFound)).toBe(true)
    })

    row('L39: a deleted object is missing at once', async cluster => {
      const pod = await createPod(cluster, 'foo')
      await deletePod(cluster, pod)
      expect(await rejectionOf(getPod(cluster, pod))).toMatchObject({ code: 404, reason: 'NotFound' })
    })
  })
}

const namesUpTo = (written: readonly Pod[], rv: string): string[] =>
  written.filter(pod => isAtLeast(rv, rvOf(pod))).map(({ metadata }) => metadata.name)
