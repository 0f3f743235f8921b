import { isForbidden } from '@kube-informer/core'
import { pods } from '@kube-informer/testing'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WaitCondition } from '../../api/mutation.ts'
import { pod } from '../../test/informers.ts'
import { rowOf } from '../../test/rows.ts'
import { outcomeOf, warmUpWrites, writeRig } from '../../test/write-rig.ts'
import { compileWaitCondition } from './wait-condition.ts'

const at = { namespace: 'default', name: 'a' }

describe('a condition of kubectl', () => {
  const ready = { type: 'Ready', status: 'True' }
  it.each([
    ['Ready', {}, { conditions: [ready] }, true],
    ['ready', {}, { conditions: [ready] }, true],
    ['Ready=true', {}, { conditions: [ready] }, true],
    ['Ready=False', {}, { conditions: [ready] }, false],
    ['Ready=Unknown', {}, { conditions: [{ ...ready, status: 'Unknown' }] }, true],
    ['Ready', {}, {}, false],
    ['Ready', {}, { conditions: [{ type: 'Other', status: 'True' }] }, false],
    ['Ready', { generation: 2 }, { conditions: [ready], observedGeneration: 1 }, false],
    ['Ready', { generation: 2 }, { conditions: [ready], observedGeneration: 2 }, true],
    ['Ready', { generation: 2 }, { conditions: [{ ...ready, observedGeneration: 1 }] }, false],
    [
      'Ready',
      { generation: 2 },
      { conditions: [{ ...ready, observedGeneration: 2 }], observedGeneration: 1 },
      true,
    ],
    ['Ready', { generation: 2 }, { conditions: [ready] }, true],
  ])('%s of %o with %o: %s', async (condition, metadata, status, expected) => {
    const isMet = await compileWaitCondition({ condition })
    expect(isMet(rowOf({ metadata: { ...at, ...metadata }, status }), '')).toBe(expected)
    expect(isMet(undefined, '')).toBe(false)
  })
})

describe('waitFor', () => {
  beforeAll(warmUpWrites, 60_000)
  let rig: ReturnType<typeof writeRig>
  beforeEach(() => {
    rig = writeRig()
  })

  const change = (note: string) => rig.server.update(pod('default/a', { note }))
  const wait = (condition: WaitCondition, signal?: AbortSignal) =>
    outcomeOf(rig.open().waitFor('pods', at, condition, { signal }))

  it('resolves with the object once it meets the condition', async () => {
    const path = 'metadata.annotations.note'
    const outcome = wait({ where: { path, eq: 'wanted' } })
    await rig.settle()
    change('other')
    await rig.settle()
    expect(outcome.state).toBe('pending')
    change('wanted')
    await rig.settle()
    expect(outcome).toMatchObject({ state: 'resolved', value: { metadata: { name: 'a' } } })
    const pattern = wait({ where: { path, matches: '^want' } })
    await rig.settle()
    expect(pattern.state).toBe('resolved')
    await rig.end()
  })

  it('waits for a deletion: the object is gone, or another one', async () => {
    const [outcome, missing] = [
      wait({ deleted: true }),
      outcomeOf(rig.open().waitFor('pods', { ...at, name: 'none' }, { deleted: true })),
    ]
    await rig.settle()
    expect([outcome.state, missing.state]).toEqual(['pending', 'resolved'])
    rig.server.delete(pod('default/a'))
    await rig.settle()
    expect(outcome).toEqual({ state: 'resolved', value: undefined })
    await rig.end()
  })

  it('waits for a resourceVersion', async () => {
    const next = String(Number(rig.server.rv) + 1)
    const outcome = wait({ resourceVersion: next })
    await rig.settle()
    expect(outcome.state).toBe('pending')
    change('new')
    await rig.settle()
    expect(outcome).toMatchObject({ state: 'resolved', value: { metadata: { resourceVersion: next } } })
    await rig.end()
  })

  it('does not count optimistic changes', async () => {
    const page = rig.open()
    rig.watch(page, { resource: 'pods' })
    await rig.settle()
    rig.server.faults.add({ match: { method: 'DELETE' }, times: 1, action: { type: 'delay', ms: 5_000 } })
    const deletion = page.mutate({
      resource: 'pods',
      verb: 'delete',
      object: at,
      options: { gracePeriodSeconds: 0 },
    })
    const outcome = wait({ deleted: true })
    await rig.settle(1_000)
    expect(outcome.state).toBe('pending')
    await rig.settle(5_000)
    await deletion.settled
    expect([outcome.state, rig.server.get(pods, 'default/a')]).toEqual(['resolved', undefined])
    await rig.end()
  })

  it('reads the cached object also while a write of it is pending', async () => {
    const { open, settle, server } = rig
    const page = open()
    server.faults.add({ match: { method: 'PATCH' }, times: 1, action: { type: 'delay', ms: 5_000 } })
    const patch = { metadata: { annotations: { note: 'written' } } }
    const write = outcomeOf(page.mutate({ resource: 'pods', verb: 'patch', object: at, patch }).settled)
    const next = String(Number(server.rv) + 1)
    const [reached, deleted] = [wait({ resourceVersion: next }), wait({ deleted: true })]
    await settle()
    expect(reached.state).toBe('pending')
    change('of another client')
    await settle()
    const cached = { annotations: { note: 'of another client' }, resourceVersion: next }
    expect(reached).toMatchObject({ state: 'resolved', value: { metadata: cached } })
    server.delete(pod('default/a'))
    await settle()
    expect([deleted.state, write.state]).toEqual(['resolved', 'pending'])
    await rig.end()
  })

  it('waits until the cache has the result of a write that the server has accepted', async () => {
    const { open, settle, server, watch } = rig
    const page = open()
    watch(page, { resource: 'pods' })
    await settle()
    server.faults.add({ match: { watch: true, resource: 'pods' }, action: { type: 'status', code: 500 } })
    server.dropWatches()
    await settle()
    const patch = { metadata: { annotations: { note: 'new' } } }
    const { accepted } = page.mutate({ resource: 'pods', verb: 'patch', object: at, patch })
    const written = outcomeOf(accepted)
    await settle()
    expect(written.state).toBe('resolved')
    const old = wait({ where: { path: 'metadata.annotations.note', eq: '' } })
    await settle()
    expect(old.state).toBe('pending')
    await rig.end()
  })

  it('rejects with the reason of its signal, and stops the informer', async () => {
    const stop = new AbortController()
    const outcome = wait({ condition: 'Ready' }, stop.signal)
    await rig.settle()
    stop.abort(new Error('too long'))
    await rig.settle(40_000)
    expect(outcome).toMatchObject({ state: 'rejected', value: { message: 'too long' } })
    expect(rig.server.openWatches).toBe(0)
    await rig.end()
  })

  it('rejects with a 403 of the server, and waits while it fails otherwise', async () => {
    rig.server.faults.add({ times: 3, action: { type: 'status', code: 500 } })
    const outcome = wait({ resourceVersion: '1' })
    await rig.settle(60_000)
    expect(outcome.state).toBe('resolved')
    const locked = outcomeOf(
      rig.open().waitFor('pods', { ...at, namespace: 'locked' }, { condition: 'Ready' }),
    )
    await rig.settle()
    expect([locked.state, isForbidden(locked.value)]).toEqual(['rejected', true])
    await rig.end()
  })

  it.each([
    [{}, 'waitFor requires { condition }, { deleted: true }, { resourceVersion } or { where }'],
    [{ where: { path: '' } }, 'where'],
    [{ where: { path: 'a', matches: '(' } }, 'where.matches'],
  ])('rejects %o with a UsageError', async (condition, text) => {
    const outcome = wait(condition as WaitCondition)
    await rig.settle()
    expect(outcome).toMatchObject({
      state: 'rejected',
      value: { name: 'UsageError', message: expect.stringContaining(text) },
    })
    await rig.end()
  })

  it('rejects for an object without a name, and for an unknown resource', async () => {
    const page = rig.open()
    const outcomes = [
      outcomeOf(page.waitFor('pods', { name: 'a' }, { deleted: true })),
      outcomeOf(page.waitFor('pots' as 'pods', at, { deleted: true })),
    ]
    await rig.settle()
    for (const { value } of outcomes) expect(value).toMatchObject({ name: 'UsageError' })
    await rig.end()
  })
})
