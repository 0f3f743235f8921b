import { createKubeClient, type ListOptions } from '@kube-informer/core'
import { createFakeApiserver, FakeClock, generatePods, pods } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { UpstreamReads, type UpstreamReadsOptions } from './upstream-reads.ts'

const VIEW = {
  ...{ namespace: '', labelSelector: '', fieldSelector: '', resourceVersion: '' },
  ...{ resourceVersionMatch: '' as const, limit: 0, continue: '' },
}

/** Reads of an apiserver with 5 Pods, and the paths that it receives. */
function start(options: Partial<UpstreamReadsOptions> = {}) {
  const clock = new FakeClock()
  const server = createFakeApiserver({ clock, objects: generatePods({ count: 5, seed: 1 }) })
  const paths: string[] = []
  const consistent: string[][] = []
  const answer: { with: Response | undefined } = { with: undefined }
  const client = createKubeClient({
    baseUrl: 'http://upstream',
    fetch: (url, init) => {
      const { pathname, searchParams } = new URL(url)
      searchParams.delete('pretty')
      paths.push(
        `${pathname}?${[...searchParams]
          .map(([name, value]) => `${name}=${value}`)
          .sort()
          .join('&')}`,
      )
      return answer.with ? Promise.resolve(answer.with) : server.fetch(url, init)
    },
    clock,
  })
  let cached = '0'
  const reads = new UpstreamReads({
    ...{ client, resource: pods, namespace: '', waitingReads: 10, isUpstreamCache: false },
    cached: () => cached,
    onConsistent: (resourceVersion, before) => consistent.push([resourceVersion, before]),
    ...options,
  })
  const setCached = (resourceVersion: string) => {
    cached = resourceVersion
  }
  const answerWith = (status: number, body: object) => {
    answer.with = Response.json(body, { status })
  }
  return { clock, server, reads, paths, consistent, setCached, answerWith }
}

const FORBIDDEN = {
  ...{ kind: 'Status', apiVersion: 'v1', status: 'Failure' },
  ...{ code: 403, reason: 'Forbidden', message: 'no' },
}

describe('a list', () => {
  test.each([
    [{}, ''],
    [{ limit: 2 }, 'limit=2'],
    [
      { resourceVersion: '7', resourceVersionMatch: 'NotOlderThan' },
      'resourceVersion=7&resourceVersionMatch=NotOlderThan',
    ],
    [{ continue: 'token', limit: 1 }, 'continue=token&limit=1'],
    [
      { labelSelector: 'a=b', fieldSelector: 'spec.nodeName=n' },
      'fieldSelector=spec.nodeName=n&labelSelector=a=b',
    ],
  ] as const)('of %o sends the query %j', async (view, query) => {
    const { reads, paths } = start()
    await reads.list({ ...VIEW, ...view }).catch(() => undefined)
    expect(paths).toEqual([`/api/v1/pods?${query}`])
  })

  test.each([
    ['', 'a', 'a'],
    ['b', '', 'b'],
    ['b', 'a', 'b'],
  ])(
    'of a collection of the namespace %j, in the namespace %j, is of %j',
    async (namespace, asked, expected) => {
      const { reads, paths } = start({ namespace })
      await reads.list({ ...VIEW, namespace: asked })
      expect(paths).toEqual([`/api/v1/namespaces/${expected}/pods?`])
    },
  )

  test('has the items, and the position of its page', async () => {
    const { reads, server } = start()
    const {
      items,
      resourceVersion,
      continue: token,
      remainingItemCount,
    } = await reads.list({ ...VIEW, limit: 2 })
    expect([items.length, resourceVersion, typeof token, remainingItemCount]).toEqual([
      2,
      server.rv,
      'string',
      3,
    ])
  })

  test('is consistent if it asks for the newest state, from its start', async () => {
    const { reads, server, consistent, setCached } = start()
    setCached('3')
    const { continue: token = '' } = await reads.list({ ...VIEW, limit: 2 })
    expect(consistent).toEqual([[server.rv, '3']])
    await reads.list({ ...VIEW, limit: 2, continue: token })
    await reads.list({ ...VIEW, resourceVersion: '0' })
    expect(consistent).toHaveLength(1)
    expect(await reads.currentResourceVersion()).toBe(server.rv)
    expect(consistent).toHaveLength(2)
  })

  test('without a resourceVersion has an empty one', async () => {
    const { reads, answerWith } = start()
    answerWith(200, { kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [] })
    expect((await reads.list(VIEW)).resourceVersion).toBe('')
  })

  test('that is refused fails as one of the relay', async () => {
    const { reads, answerWith } = start()
    answerWith(403, FORBIDDEN)
    await expect(reads.list(VIEW)).rejects.toMatchObject({ code: 503 })
    answerWith(410, {
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      code: 410,
      reason: 'Expired',
      message: 'old',
    })
    await expect(reads.list(VIEW)).rejects.toMatchObject({ code: 410 })
  })

  test('waits for another one, and an equal one shares its request', async () => {
    const { reads, paths, clock } = start()
    const lists = [VIEW, { ...VIEW, limit: 1 }, { ...VIEW, limit: 1 }].map(view => reads.list(view))
    await clock.settle()
    const [, second, third] = await Promise.all(lists)
    expect(paths).toEqual(['/api/v1/pods?', '/api/v1/pods?limit=1'])
    expect(second).toBe(third)
  })
})

describe('the newest resourceVersion', () => {
  test('is that of a list with one item', async () => {
    const { reads, server, paths } = start()
    expect(await reads.currentResourceVersion()).toBe(server.rv)
    expect(paths).toEqual(['/api/v1/pods?limit=1'])
  })
})

describe('a get', () => {
  test('has the object, or nothing if there is none', async () => {
    const { reads, server, paths } = start()
    const [pod] = server.list(pods)
    const { namespace = '', name = '' } = pod?.metadata ?? {}
    expect((await reads.get(namespace, name))?.metadata?.name).toBe(name)
    expect(await reads.get(namespace, 'other')).toBeUndefined()
    expect(paths[0]).toBe(`/api/v1/namespaces/${namespace}/pods/${name}?`)
  })

  test('that a gateway answers with a 404 of its own fails', async () => {
    const { reads, answerWith } = start()
    answerWith(404, { message: 'no route' })
    await expect(reads.get('a', 'x')).rejects.toMatchObject({ code: 502 })
  })

  test('that is refused fails as one of the relay', async () => {
    const { reads, answerWith } = start()
    answerWith(403, FORBIDDEN)
    await expect(reads.get('a', 'x')).rejects.toMatchObject({ code: 503 })
  })

  test('of the same object shares a request; 16 others are in flight at the same time', async () => {
    const held: (() => void)[] = []
    const clock = new FakeClock()
    const server = createFakeApiserver({ clock })
    const client = createKubeClient({
      baseUrl: 'http://upstream',
      fetch: (url, init) => new Promise(resolve => held.push(() => resolve(server.fetch(url, init)))),
      clock,
    })
    const reads = new UpstreamReads({
      ...{ client, resource: pods, namespace: '', waitingReads: 10, isUpstreamCache: false },
      ...{ cached: () => '0', onConsistent: () => {} },
    })
    const gets = Array.from({ length: 18 }, (_, index) => reads.get('a', `pod-${index}`))
    const same = reads.get('a', 'pod-17')
    await clock.settle()
    expect(held).toHaveLength(16)
    while (held.length > 0) {
      for (const release of held.splice(0)) release()
      await clock.settle()
    }
    expect(await Promise.all([...gets, same])).toEqual(Array(19).fill(undefined))
  })
})

describe('the list that feeds the cache', () => {
  const context = { signal: new AbortController().signal }
  const feed = async (query: ListOptions, options: Partial<UpstreamReadsOptions>, cached = '0') => {
    const world = start(options)
    world.setCached(cached)
    await world.reads.feed.list(query, context).catch(() => undefined)
    return world.paths[0]
  }

  test.each<[string, ListOptions, boolean, string, string]>([
    ['the first one of an apiserver', {}, false, '0', ''],
    ['the first one of a relay', {}, true, '0', 'resourceVersion=0'],
    ['a later one of a relay', {}, true, '7', ''],
    ['the next page of a relay', { continue: 't' }, true, '0', 'continue=t'],
  ])('%s', async (_, query, isUpstreamCache, cached, expected) => {
    expect(await feed(query, { isUpstreamCache }, cached)).toBe(`/api/v1/pods?${expected}`)
  })

  test('takes precedence over those of readers', async () => {
    const { reads, paths, clock } = start()
    const lists = [
      reads.list({ ...VIEW, limit: 1 }),
      reads.list({ ...VIEW, limit: 2 }),
      reads.feed.list({ limit: 3 }, context),
    ]
    await clock.settle()
    await Promise.all(lists)
    expect(paths).toEqual(['/api/v1/pods?limit=1', '/api/v1/pods?limit=3', '/api/v1/pods?limit=2'])
  })
})
