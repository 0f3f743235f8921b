import type { Fetch, KubernetesObject } from '@kube-informer/core'
import { FakeClock, type Pod, pods } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import { hostRig, type TestPage } from '../../test/host-rig.ts'
import { createTestServer, pod, requestsOf } from '../../test/informers.ts'
import { defineInformers, type InformerDefinitions } from '../definition.ts'
import type { CallVerb } from '../protocol.ts'

function rig(definitions?: InformerDefinitions) {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  /** Cut off from the server: what is open stays silent for ever, what is asked fails or hangs. */
  let network: 'up' | 'down' = 'up'
  let attempts = 0
  const fetch: Fetch = (url, init) => {
    attempts++
    return network === 'up' ? server.fetch(url, init) : Promise.reject(new TypeError('Failed to fetch'))
  }
  const network_ = new EventTarget()
  const { open, host } = hostRig({
    clock,
    server,
    fetch,
    network: network_,
    ...(definitions && { definitions }),
  })
  return {
    clock,
    server,
    open,
    host,
    online: () => network_.dispatchEvent(new Event('online')),
    attempts: () => attempts,
    setNetwork: (next: typeof network) => {
      network = next
    },
  }
}

const NAMESPACES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const openMany = (page: TestPage): void => {
  for (const [id, namespace] of NAMESPACES.entries())
    page.subscribe(id, { resource: 'pods', scope: { namespace } })
}

describe('a page that wakes', () => {
  it('has every watch replaced at once, without a list, and misses nothing', async () => {
    const { clock, server, open } = rig()
    const page = open()
    page.subscribe(1, { resource: 'pods' })
    await clock.advance(5_000)
    server.faults.add({ match: { watch: true }, times: 1, action: { type: 'stall', afterMs: 0 } })
    server.dropWatches()
    await clock.advance(5_000)
    server.create(pod('default/unheard'))
    await clock.advance(5_000)
    expect(page.shows(1)?.total).toBe(6)
    page.post({ type: 'wake' })
    await clock.advance(100)
    expect(page.shows(1)).toMatchObject({ total: 7, status: { link: 'live' } })
    expect(requestsOf(server, 'list')).toHaveLength(1)
  })

  it('ends the pauses of a cluster that was down', async () => {
    const { clock, server, open, online, setNetwork } = rig()
    const page = open()
    openMany(page)
    await clock.advance(5_000)
    setNetwork('down')
    server.dropWatches()
    await clock.advance(300_000)
    expect(page.shows(0)?.status).toMatchObject({ link: 'retrying', error: expect.anything() })
    setNetwork('up')
    online()
    await clock.advance(100)
    expect(NAMESPACES.map((_, id) => page.shows(id)?.status?.link)).toEqual(NAMESPACES.map(() => 'live'))
  })
})

describe('a cluster that is down', () => {
  it('is asked by one informer at a time, ever less often, and by all when it is back', async () => {
    const { clock, server, open, attempts, setNetwork } = rig()
    const page = open()
    openMany(page)
    await clock.advance(5_000)
    setNetwork('down')
    server.dropWatches()
    await clock.advance(100)
    const before = attempts()
    await clock.advance(600_000)
    // Eight informers by themselves would ask some 110 times in ten minutes; a probe comes every 45 s at the latest.
    expect(attempts() - before).toBeLessThan(30)
    expect(page.shows(0)?.status).toMatchObject({ data: 'complete', link: 'retrying' })
    setNetwork('up')
    await clock.advance(60_000)
    expect(NAMESPACES.map((_, id) => page.shows(id)?.status?.link)).toEqual(NAMESPACES.map(() => 'live'))
  })

  it('leaves nothing behind when its pages go', async () => {
    const { clock, open, attempts, setNetwork } = rig()
    setNetwork('down')
    const page = open()
    openMany(page)
    await clock.advance(20_000)
    page.post({ type: 'goodbye' })
    await clock.settle()
    const before = attempts()
    await clock.advance(600_000)
    expect([attempts() - before, clock.pendingTimers]).toEqual([0, 0])
  })
})

describe('a transform', () => {
  const transforming = (transform: (pod: Pod) => Pod) =>
    rig(defineInformers({ pods: { resource: pods, transform } }))
  const sent = (page: TestPage): KubernetesObject[] =>
    page.posted.flatMap(message =>
      message.type === 'batch'
        ? message.updates.flatMap(({ rows = [] }) => rows.map(({ body }) => JSON.parse(String(body))))
        : [],
    )

  it('changes what is kept, of lists and of watches', async () => {
    const { clock, server, open } = transforming(({ status: _, ...rest }) => ({
      ...rest,
      metadata: { ...rest.metadata, annotations: { changed: 'yes' } },
    }))
    const page = open()
    page.subscribe(1, { resource: 'pods' })
    await clock.advance(1_000)
    server.create(pod('default/new', { note: 'secret' }))
    await clock.advance(1_000)
    server.delete(pod('default/a'))
    await clock.advance(1_000)
    expect(page.shows(1)).toMatchObject({ total: 6, status: { data: 'complete', link: 'live' } })
    expect(sent(page)).toHaveLength(7)
    for (const object of sent(page)) {
      expect(object.metadata?.annotations).toEqual({ changed: 'yes' })
      expect(object).not.toHaveProperty('status')
    }
  })

  it('that fails on an object costs that object alone, and is told', async () => {
    const { clock, server, open } = transforming(each => {
      if (each.metadata.annotations?.note === 'bad' || each.metadata.name === 'c') throw new Error('cannot')
      return each
    })
    const page = open()
    page.subscribe(1, { resource: 'pods' })
    await clock.advance(1_000)
    expect(page.shows(1)).toMatchObject({
      total: 5,
      status: {
        data: 'complete',
        link: 'live',
        error: { message: expect.stringMatching(/default\/c is not shown.*cannot/) },
      },
    })
    server.update(pod('default/a', { note: 'bad' }))
    await clock.advance(1_000)
    expect(page.shows(1)).toMatchObject({
      total: 4,
      status: { error: { message: expect.stringContaining('and 1 more are not shown') } },
    })
    server.update(pod('default/a', { note: 'good' }))
    server.delete(pod('default/c'))
    await clock.advance(1_000)
    expect(page.shows(1)?.total).toBe(5)
    expect(page.shows(1)?.status?.error).toBeUndefined()
  })

  it('must not make another object of it', async () => {
    const { clock, open } = transforming(each => ({ ...each, metadata: { ...each.metadata, name: 'x' } }))
    const page = open()
    page.subscribe(1, { resource: 'pods' })
    await clock.advance(1_000)
    expect(page.shows(1)).toMatchObject({
      total: 0,
      status: { error: { message: expect.stringMatching(/6|5 more.*must not change the name/) } },
    })
  })
})

describe('a call', () => {
  const call = async (verb: CallVerb) => {
    const { clock, server, open } = rig()
    const page = open()
    const answered = page.result()
    page.post({ type: 'call', id: 7, resource: 'pods', verb })
    await clock.settle()
    return { server, result: await answered }
  }
  const at = { namespace: 'default', name: 'a' }

  it('lists', async () => {
    const { result } = await call({ verb: 'list', options: { namespace: 'default', labelSelector: '!app' } })
    expect(result).toMatchObject({ id: 7, object: { items: [{}, {}, {}, {}] } })
  })

  it('applies, with the options of the client', async () => {
    const object = { apiVersion: 'v1', kind: 'Pod', metadata: { ...at, labels: { by: 'apply' } } }
    const options = { fieldManager: 'me', force: true, dryRun: true }
    const { server, result } = await call({ verb: 'apply', at, object, options })
    expect(result).toMatchObject({ object: { metadata: { labels: { by: 'apply' } } } })
    expect(server.requests.at(-1)?.query).toMatchObject({ fieldManager: 'me', force: 'true', dryRun: 'All' })
    expect(server.get(pods, 'default/a')?.metadata.labels).toBeUndefined()
  })

  it('deletes a collection', async () => {
    const { server } = await call({
      verb: 'deleteCollection',
      at: { namespace: 'default' },
      options: { labelSelector: '' },
    })
    expect(server.list(pods).map(({ metadata }) => metadata.namespace)).toEqual([
      'kube-system',
      'kube-system',
    ])
  })

  it('patches, replaces, creates, reads and deletes', async () => {
    const patch = { metadata: { annotations: { note: 'patched' } } }
    expect((await call({ verb: 'patch', at, patch, patchType: 'merge' })).result).toMatchObject({
      object: patch,
    })
    const object = pod('default/a', { note: 'replaced' })
    expect((await call({ verb: 'replace', at, object })).result).toMatchObject({
      object: { metadata: { annotations: { note: 'replaced' } } },
    })
    const created = await call({ verb: 'create', at: { namespace: 'default' }, object: pod('default/z') })
    expect(created.result).toMatchObject({ object: { metadata: { name: 'z' } } })
    expect((await call({ verb: 'get', at })).result).toMatchObject({ object: { metadata: { name: 'a' } } })
    expect((await call({ verb: 'delete', at })).server.get(pods, 'default/a')).toBeUndefined()
  })

  it('that makes no sense is a failure in words', async () => {
    expect((await call({ verb: 'create', at, object: 'nothing' })).result).toMatchObject({
      failure: { code: 'UsageError', message: expect.stringContaining('wants an object') },
    })
    expect((await call({ verb: 'get', at, options: 'none' })).result).toMatchObject({
      failure: { code: 'UsageError' },
    })
  })

  it('that is cancelled is not answered, and ends its request', async () => {
    const { clock, server, open } = rig()
    server.faults.add({ match: { resource: 'pods' }, action: { type: 'delay', ms: 10_000 } })
    const page = open()
    for (const id of [1, 2]) page.post({ type: 'call', id, resource: 'pods', verb: { verb: 'get', at } })
    await clock.advance(1_000)
    page.post({ type: 'cancel', id: 1 })
    page.post({ type: 'cancel', id: 99 })
    await clock.advance(20_000)
    expect(page.posted.flatMap(message => (message.type === 'result' ? [message.id] : []))).toEqual([2])
    page.post({ type: 'call', id: 3, resource: 'pods', verb: { verb: 'get', at } })
    await clock.advance(1_000)
    page.post({ type: 'goodbye' })
    await clock.settle()
    expect(clock.pendingTimers).toBe(0)
  })
})

describe('the filter of a slice', () => {
  it('does not select by labels that are not kept', async () => {
    const { clock, open } = rig(defineInformers({ pods: { resource: pods, pick: ['spec'] } }))
    const page = open()
    page.subscribe(1, { resource: 'pods', slice: { filter: { labelSelector: '!app' } } })
    await clock.advance(1_000)
    expect(page.shows(1)?.status?.error?.message).toContain('cuts metadata.labels')
  })

  it.each([
    [{ labelSelector: 'app in (web), !old' }, ['b']],
    [{ labelSelector: ' ' }, ['a', 'b', 'c', 'd', 'dns', 'proxy']],
    [{ fieldSelector: 'metadata.namespace=kube-system,metadata.name!=dns' }, ['proxy']],
    [{ fieldSelector: 'spec.nodeName=n2,status.phase!=Running' }, ['dns']],
    [{ fieldSelector: 'spec.no.such.field=' }, ['a', 'b', 'c', 'd', 'dns', 'proxy']],
    [{ fieldSelector: 'metadata.name!=dns', text: 'kube', predicate: 'running' }, ['proxy']],
  ])('%j lets through %j', async (filter, names) => {
    const { clock, server, open } = rig()
    server.update({
      ...pod('default/a'),
      metadata: { namespace: 'default', name: 'a', labels: { app: 'web', old: '' } },
    })
    server.update({
      ...pod('default/b'),
      metadata: { namespace: 'default', name: 'b', labels: { app: 'web' } },
    })
    const page = open()
    page.subscribe(1, { resource: 'pods', slice: { filter } })
    await clock.advance(1_000)
    expect(page.shows(1)?.rows.map(row => /\/(.*)@/.exec(row)?.[1])).toEqual(names)
  })

  it.each([{ labelSelector: 'app in (' }, { fieldSelector: 'metadata.name' }])(
    '%j is an error of the slice',
    async filter => {
      const { clock, server, open } = rig()
      const page = open()
      page.subscribe(1, { resource: 'pods', slice: { filter } })
      await clock.advance(1_000)
      expect(page.shows(1)?.status).toMatchObject({ link: 'stopped', error: { message: expect.any(String) } })
      await clock.advance(30_000)
      expect(server.openWatches).toBe(0)
    },
  )
})
