import { ConnectionError, isConflict, isForbidden } from '@kube-informer/core'
import { type Pod, pods } from '@kube-informer/testing'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type createTestServer, pod } from '../../test/informers.ts'
import { outcomeOf, warmUpWrites, writeRig } from '../../test/write-rig.ts'

const at = { namespace: 'default', name: 'a' }
const SLICE = { resource: 'pods', scope: { namespace: 'default' } } as const
const note = (text: string) => ({ metadata: { annotations: { note: text } } })
const patchOf = (text: string) =>
  ({ resource: 'pods', verb: 'patch', object: at, patch: note(text) }) as const

/** Delays the responses to the next writes; they are carried out when the delay is over. */
const slow = (server: ReturnType<typeof createTestServer>, ms: number, method = 'PATCH', times = 1) =>
  server.faults.add({ match: { method, resource: 'pods' }, times, action: { type: 'delay', ms } })

beforeAll(warmUpWrites, 60_000)

let rig: ReturnType<typeof writeRig>
beforeEach(() => {
  rig = writeRig()
})

describe('a mutation', () => {
  it('is shown at once in every page of the identity, and settles when the watch shows it', async () => {
    const { open, settle, watch, server } = rig
    const [one, two] = [open(), open()]
    const stranger = open({ identity: 'eve' })
    const slices = [one, two, stranger].map(page => watch(page, SLICE))
    await settle()
    slow(server, 5_000)
    const { accepted, settled } = one.mutate(patchOf('new'))
    const outcomes = [outcomeOf(accepted), outcomeOf(settled)]
    await settle()
    expect(slices.map(slice => slice.notes().a)).toEqual(['new', 'new', ''])
    expect(server.get(pods, 'default/a')?.metadata.annotations?.note).toBe('')
    expect(outcomes.map(({ state }) => state)).toEqual(['pending', 'pending'])
    await settle(6_000)
    expect(outcomes.map(({ state }) => state)).toEqual(['resolved', 'resolved'])
    expect(outcomes[1]?.value).toMatchObject(note('new'))
    expect(slices.map(slice => slice.notes().a)).toEqual(['new', 'new', 'new'])
    for (const { states } of slices.slice(0, 2)) {
      const shown = states.map(({ data }) => data[0]?.metadata.annotations?.note)
      expect(shown.lastIndexOf('')).toBeLessThan(shown.indexOf('new'))
    }
    await rig.end()
  })

  it('rolls back when the server rejects it', async () => {
    const { open, settle, watch, server } = rig
    const page = open()
    const slice = watch(page, SLICE)
    await settle()
    server.faults.add({ match: { method: 'PATCH' }, times: 1, action: { type: 'status', code: 403 } })
    slow(server, 1_000)
    const { accepted, settled } = page.mutate(patchOf('new'))
    const outcomes = [outcomeOf(accepted), outcomeOf(settled)]
    await settle()
    await settle(2_000)
    for (const { state, value } of outcomes) expect([state, isForbidden(value)]).toEqual(['rejected', true])
    expect(slice.notes().a).toBe('')
    await rig.end()
  })

  it('shows the response until the watch has it: rows do not return to the old state', async () => {
    const { open, settle, watch, server } = rig
    const page = open()
    const slice = watch(page, SLICE)
    await settle()
    server.faults.add({ match: { watch: true, resource: 'pods' }, action: { type: 'status', code: 500 } })
    server.dropWatches()
    await settle()
    const { accepted, settled } = page.mutate({ ...patchOf('new'), optimistic: false })
    const outcomes = [outcomeOf(accepted), outcomeOf(settled)]
    await settle()
    expect(outcomes.map(({ state }) => state)).toEqual(['resolved', 'pending'])
    expect(slice.notes().a).toBe('new')
    const shown = slice.states.at(-1)?.data[0]
    server.faults.clear()
    await settle(60_000)
    expect(outcomes[1]?.state).toBe('resolved')
    expect(slice.notes().a).toBe('new')
    // The row of the watch is the row of the response.
    expect(slice.states.at(-1)?.data[0]).toBe(shown)
    await rig.end()
  })

  it('is accepted when the page shows the response: what it showed meanwhile can go', async () => {
    const { open, settle, watch } = rig
    const page = open()
    const slice = watch(page, SLICE)
    await settle()
    let shown: string | undefined
    page.mutate({ ...patchOf('new'), optimistic: false }).accepted.then(() => {
      shown = slice.notes().a
    })
    await settle()
    expect(shown).toBe('new')
    await rig.end()
  })

  it('ends as the server has it', async () => {
    const { open, settle, watch } = rig
    const page = open()
    const slice = watch(page, SLICE)
    await settle()
    const { settled } = page.mutate({ ...patchOf('new'), optimistic: note('guess') })
    const outcome = outcomeOf(settled)
    await settle()
    expect(outcome.state).toBe('resolved')
    expect(slice.notes().a).toBe('new')
    await rig.end()
  })

  it('is sent after the earlier ones of the object; a rejection removes only its own change', async () => {
    const { open, settle, watch, server } = rig
    const [one, two] = [open(), open()]
    const slice = watch(one, SLICE)
    await settle()
    slow(server, 1_000, 'PATCH', 3)
    const first = one.mutate(patchOf('first'))
    const invalid = { ...patchOf('second'), patch: { ...note('second'), spec: { containers: [] } } }
    const second = two.mutate({ ...invalid, optimistic: note('second') })
    const labels = { metadata: { labels: { third: 'yes' } } }
    const third = one.mutate({ ...patchOf(''), patch: labels })
    const outcomes = [first, second, third].map(({ settled }) => outcomeOf(settled))
    await settle()
    const shown = () => slice.states.at(-1)?.data[0]?.metadata
    expect(shown()).toMatchObject({ annotations: { note: 'second' }, ...labels.metadata })
    await settle(1_500)
    expect(outcomes.map(({ state }) => state)).toEqual(['resolved', 'pending', 'pending'])
    expect(shown()).toMatchObject({ annotations: { note: 'second' }, ...labels.metadata })
    await settle(1_000)
    expect(outcomes.map(({ state }) => state)).toEqual(['resolved', 'rejected', 'pending'])
    expect(shown()).toMatchObject({ annotations: { note: 'first' }, ...labels.metadata })
    await settle(1_000)
    expect(outcomes[2]?.state).toBe('resolved')
    expect(server.get(pods, 'default/a')?.metadata).toMatchObject({
      annotations: { note: 'first' },
      ...labels.metadata,
    })
    await rig.end()
  })

  it('creates, replaces, applies and deletes', async () => {
    const { open, settle, watch, server } = rig
    const page = open()
    const slice = watch(page, SLICE)
    const other = watch(page, { resource: 'pods', scope: { namespace: 'kube-system' } })
    const all = watch(page, {
      resource: 'pods',
      slice: { groupBy: 'phase', target: { type: 'index', index: 'phase', value: 'Pending' } },
    })
    await settle()
    const counts = () => [slice, other, all].map(({ states }) => states.at(-1)?.total)
    expect(counts()).toEqual([4, 2, 1])
    server.faults.add({ match: { resource: 'pods', watch: false }, action: { type: 'delay', ms: 1_000 } })
    const created = outcomeOf(
      page.mutate({ resource: 'pods', verb: 'create', object: pod('default/new', { phase: 'Pending' }) })
        .settled,
    )
    await settle()
    expect(slice.names()).toEqual(['a', 'b', 'c', 'd', 'new'])
    expect(counts()).toEqual([5, 2, 2])
    await settle(1_500)
    expect(created.state).toBe('resolved')
    expect(counts()).toEqual([5, 2, 2])
    const replaced = outcomeOf(
      page.mutate({ resource: 'pods', verb: 'replace', object: pod('default/new', { note: 'replaced' }) })
        .settled,
    )
    await settle()
    expect(slice.notes().new).toBe('replaced')
    await settle(1_500)
    expect(replaced.state).toBe('resolved')
    const object = { metadata: { namespace: 'default', name: 'new', annotations: { note: 'applied' } } }
    const applied = outcomeOf(
      page.mutate({ resource: 'pods', verb: 'apply', object, options: { force: true } }).settled,
    )
    await settle()
    expect(slice.notes().new).toBe('applied')
    await settle(1_500)
    expect([applied.state, slice.notes().new]).toEqual(['resolved', 'applied'])
    const place = { namespace: 'default', name: 'new' }
    const deleted = outcomeOf(
      page.mutate({ resource: 'pods', verb: 'delete', object: place, options: { gracePeriodSeconds: 0 } })
        .settled,
    )
    await settle()
    expect(slice.names()).toEqual(['a', 'b', 'c', 'd'])
    expect(counts()).toEqual([4, 2, 1])
    await settle(1_500)
    expect(deleted).toEqual({ state: 'resolved', value: undefined })
    expect(counts()).toEqual([4, 2, 1])
    await rig.end()
  })

  it('a deletion that has to finish first shows the object as terminating', async () => {
    const { open, settle, watch, server } = rig
    server.update({ ...pod('default/a'), metadata: { ...at, finalizers: ['test.io/wait'] } })
    const page = open()
    const slice = watch(page, SLICE)
    await settle()
    slow(server, 1_000, 'DELETE')
    const outcome = outcomeOf(
      page.mutate({ resource: 'pods', verb: 'delete', object: at, options: { gracePeriodSeconds: 0 } })
        .settled,
    )
    await settle()
    expect(slice.states.at(-1)?.data[0]?.metadata).toMatchObject({
      name: 'a',
      deletionTimestamp: expect.any(String),
    })
    await settle(1_500)
    expect(outcome).toMatchObject({ state: 'resolved', value: { metadata: { name: 'a' } } })
    expect(slice.names()).toEqual(['a', 'b', 'c', 'd'])
    await rig.end()
  })

  it('scales: the response is a Scale, the rows are Deployments', async () => {
    const { open, settle, watch, server } = rig
    const page = open()
    const slice = watch(page, { resource: 'deployments' })
    await settle()
    server.faults.add({ match: { method: 'PATCH' }, times: 1, action: { type: 'delay', ms: 1_000 } })
    const { accepted, settled } = page.mutate({
      resource: 'deployments',
      verb: 'patch',
      object: 'default/web',
      patch: { spec: { replicas: 3 } },
      options: { subresource: 'scale' },
    })
    const outcomes = [outcomeOf(accepted), outcomeOf(settled)]
    const replicas = () =>
      (slice.states.at(-1)?.data[0] as unknown as { spec: { replicas: number } } | undefined)?.spec.replicas
    await settle()
    expect(replicas()).toBe(3)
    await settle(1_500)
    expect(outcomes[0]?.value).toMatchObject({ kind: 'Scale', spec: { replicas: 3 } })
    expect(outcomes[1]?.value).toMatchObject({ kind: 'Deployment', spec: { replicas: 3 } })
    expect(replicas()).toBe(3)
    await rig.end()
  })

  it('appears only in the scopes that it matches', async () => {
    const { open, settle, watch, server } = rig
    const page = open()
    const scoped = (labelSelector: string, fieldSelector = '') =>
      watch(page, { resource: 'pods', scope: { namespace: 'default', labelSelector, fieldSelector } })
    const slices = [
      scoped('app=x'),
      scoped('app!=x'),
      scoped('', 'metadata.name=new'),
      scoped('', 'spec.nodeName=n2'),
    ]
    await settle()
    server.faults.add({ match: { method: 'POST' }, times: 1, action: { type: 'delay', ms: 1_000 } })
    const object = pod('default/new', { node: 'n2' })
    const labelled = { ...object, metadata: { ...object.metadata, labels: { app: 'x' } } }
    const { settled } = page.mutate({ resource: 'pods', verb: 'create', object: labelled })
    const outcome = outcomeOf(settled)
    const holds = () => slices.map(slice => slice.names().includes('new'))
    await settle()
    expect(holds()).toEqual([true, false, true, true])
    await settle(1_500)
    expect(holds()).toEqual([true, false, true, true])
    expect(outcome.state).toBe('resolved')
    await rig.end()
  })

  it('without an informer settles with its response', async () => {
    const { open, settle, server } = rig
    const { accepted, settled } = open().mutate(patchOf('new'))
    const outcomes = [outcomeOf(accepted), outcomeOf(settled)]
    await settle()
    expect(outcomes.map(({ state }) => state)).toEqual(['resolved', 'resolved'])
    expect(server.get(pods, 'default/a')).toMatchObject(note('new'))
    await rig.end()
  })

  it('that is not JSON, or not a write, rejects and changes nothing', async () => {
    const { open, settle, watch } = rig
    const page = open()
    const slice = watch(page, SLICE)
    await settle()
    const outcomes = [
      page.mutate({ ...patchOf('new'), patch: { size: 1n } }),
      page.mutate({ resource: 'pods', verb: 'steal' as 'delete', object: at }),
      page.mutate({ resource: 'pods', verb: 'patch', object: 'a', patch: {} }),
      page.mutate({ resource: 'pods', verb: 'create', object: 'none' as never }),
    ].map(({ accepted }) => outcomeOf(accepted))
    await settle()
    for (const { value } of outcomes) expect(value).toMatchObject({ name: 'UsageError' })
    expect(slice.notes()).toEqual({ a: '', b: '', c: '', d: '' })
    await rig.end()
  })

  it('that is a dry run changes no row', async () => {
    const { open, settle, watch, server } = rig
    const page = open()
    const slice = watch(page, SLICE)
    await settle()
    slow(server, 1_000)
    const outcome = outcomeOf(page.mutate({ ...patchOf('new'), options: { dryRun: true } }).settled)
    await settle(2_000)
    expect(outcome).toMatchObject({ state: 'resolved', value: note('new') })
    expect(slice.states.every(({ data }) => data[0]?.metadata.annotations?.note !== 'new')).toBe(true)
    await rig.end()
  })
})

describe('a mutation whose response is lost', () => {
  /** Sends nothing to the server, or loses its response. */
  const losing = (loses: (url: string, method: string) => 'request' | 'response' | undefined) => {
    const server: { fetch?: ReturnType<typeof createTestServer>['fetch'] } = {}
    const made = writeRig({
      fetch: async (url, init) => {
        const lost = loses(String(url), init?.method ?? 'GET')
        if (lost === 'request') throw new TypeError('failed to fetch')
        const response = await made.server.fetch(url, init)
        if (lost === 'response') throw new TypeError('failed to fetch')
        return response
      },
    })
    return Object.assign(made, server)
  }

  it('has succeeded if the object has its effect', async () => {
    rig = losing((_, method) => (method === 'PATCH' ? 'response' : undefined))
    const page = rig.open()
    const slice = rig.watch(page, SLICE)
    await rig.settle()
    const { accepted, settled } = page.mutate(patchOf('new'))
    const outcomes = [outcomeOf(accepted), outcomeOf(settled)]
    await rig.settle()
    expect(outcomes.map(({ state }) => state)).toEqual(['resolved', 'resolved'])
    expect(outcomes[0]?.value).toMatchObject(note('new'))
    expect(slice.notes().a).toBe('new')
    await rig.end()
  })

  it('has failed if the object does not have its effect, and does not stay on screen', async () => {
    rig = losing((_, method) => (method === 'PATCH' ? 'request' : undefined))
    const page = rig.open()
    const slice = rig.watch(page, SLICE)
    await rig.settle()
    const outcome = outcomeOf(page.mutate(patchOf('new')).accepted)
    await rig.settle()
    expect(outcome.value).toBeInstanceOf(ConnectionError)
    expect(slice.notes().a).toBe('')
    await rig.end()
  })

  it('stays on screen while the server cannot be reached, and ends as the server has it', async () => {
    let isOffline = false
    rig = losing((_, method) => {
      if (method === 'PATCH') isOffline = true
      return isOffline ? (method === 'PATCH' ? 'response' : 'request') : undefined
    })
    const page = rig.open()
    const slice = rig.watch(page, SLICE)
    await rig.settle()
    const deletion = { resource: 'pods', verb: 'delete', object: { ...at, name: 'b' } } as const
    const outcome = outcomeOf(page.mutate(patchOf('new')).accepted)
    const second = outcomeOf(page.mutate({ ...deletion, options: { gracePeriodSeconds: 0 } }).accepted)
    await rig.settle(120_000)
    expect([outcome.state, second.state]).toEqual(['pending', 'pending'])
    expect(slice.notes()).toEqual({ a: 'new', c: '', d: '' })
    isOffline = false
    await rig.settle(60_000)
    expect(outcome).toMatchObject({ state: 'resolved', value: note('new') })
    expect(second.value).toBeInstanceOf(ConnectionError)
    expect(slice.notes()).toEqual({ a: 'new', b: '', c: '', d: '' })
    await rig.end()
  })

  it('creations and deletions end as the server has them', async () => {
    rig = losing((_, method) => (method === 'POST' || method === 'DELETE' ? 'response' : undefined))
    const page = rig.open()
    const slice = rig.watch(page, SLICE)
    await rig.settle()
    const created = outcomeOf(
      page.mutate({ resource: 'pods', verb: 'create', object: pod('default/new') }).settled,
    )
    const deletion = {
      resource: 'pods',
      verb: 'delete',
      object: at,
      options: { gracePeriodSeconds: 0 },
    } as const
    const deleted = outcomeOf(page.mutate(deletion).settled)
    await rig.settle()
    expect([created, deleted]).toMatchObject([
      { state: 'resolved', value: { metadata: { name: 'new' } } },
      { state: 'resolved', value: undefined },
    ])
    expect(slice.names()).toEqual(['b', 'c', 'd', 'new'])
    await rig.end()
  })

  it('as a server error is read too, and rejects with that error', async () => {
    const { open, settle, watch, server } = rig
    const page = open()
    const slice = watch(page, SLICE)
    await settle()
    server.faults.add({ match: { method: 'PATCH' }, times: 1, action: { type: 'status', code: 504 } })
    const outcome = outcomeOf(page.mutate(patchOf('new')).accepted)
    await settle()
    expect(outcome).toMatchObject({ state: 'rejected', value: { code: 504 } })
    expect(server.requests.filter(({ kind }) => kind === 'get')).toHaveLength(1)
    expect(slice.notes().a).toBe('')
    await rig.end()
  })

  it('as the page aborts it, is read and shown as the server has it', async () => {
    const { open, settle, watch, server } = rig
    const page = open()
    const slice = watch(page, SLICE)
    await settle()
    slow(server, 10_000)
    const stop = new AbortController()
    const outcome = outcomeOf(page.mutate({ ...patchOf('new'), signal: stop.signal }).accepted)
    await settle()
    const waiting = outcomeOf(page.mutate({ ...patchOf('waiting'), signal: stop.signal }).accepted)
    await settle()
    expect(slice.notes().a).toBe('waiting')
    stop.abort(new Error('enough'))
    await settle()
    for (const { value } of [outcome, waiting]) expect(value).toMatchObject({ message: 'enough' })
    expect(slice.notes().a).toBe('')
    await rig.end()
  })
})

describe('a change', () => {
  const append = (object: Pod): Pod => ({
    ...object,
    metadata: { ...object.metadata, annotations: { note: `${object.metadata.annotations?.note}x` } },
  })

  it('runs on the newest object, and again after a conflict', async () => {
    const { open, settle, watch, server } = rig
    const page = open()
    const slice = watch(page, SLICE)
    await settle()
    let runs = 0
    const { accepted, settled } = page.mutate({
      resource: 'pods',
      object: at,
      change: object => {
        if (++runs <= 2) server.update(pod('default/a', { note: `${runs}` }))
        return append(object)
      },
    })
    const outcomes = [outcomeOf(accepted), outcomeOf(settled)]
    await settle()
    expect(runs).toBe(3)
    for (const { value } of outcomes) expect(value).toMatchObject(note('2x'))
    expect(slice.notes().a).toBe('2x')
    await rig.end()
  })

  it('runs at most five times', async () => {
    const { open, settle, watch, server } = rig
    const page = open()
    const slice = watch(page, SLICE)
    await settle()
    let runs = 0
    const outcome = outcomeOf(
      page.mutate({
        resource: 'pods',
        object: at,
        change: object => {
          server.update(pod('default/a', { note: `${++runs}` }))
          return append(object)
        },
      }).accepted,
    )
    await settle()
    expect([runs, isConflict(outcome.value)]).toEqual([5, true])
    expect(slice.notes().a).toBe('5')
    await rig.end()
  })

  it('that throws rejects with its error', async () => {
    const { open, settle } = rig
    const change = () => {
      throw new Error('not this one')
    }
    const outcome = outcomeOf(open().mutate({ resource: 'pods', object: at, change }).settled)
    await settle()
    expect(outcome).toMatchObject({ state: 'rejected', value: { message: 'not this one' } })
    await rig.end()
  })
})
