import { UsageError } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { informers, podNamed } from '../test/pods.ts'
import { createFakeConnection } from './create-fake-connection.ts'

const PODS = { resource: 'pods' } as const
const at = { namespace: 'default', name: 'a' }

test('rows without a total and a status are all rows, and live', () => {
  const { connection, push } = createFakeConnection(informers)
  push(PODS, { data: [podNamed('a')] })
  const { total, status } = connection.observe(PODS).getState()
  expect([total, status.data, status.link]).toEqual([1, 'complete', 'live'])
  push(PODS, { total: 9 })
  expect(connection.observe(PODS).getState()).toMatchObject({ total: 9, data: [podNamed('a')] })
})

test('ensure resolves with the first rows, and rejects with an error or the reason of the signal', async () => {
  const { connection, push, activeKeys } = createFakeConnection(informers)
  const first = connection.ensure(PODS)
  push(PODS, { data: [podNamed('a')] })
  expect((await first).data).toEqual([podNamed('a')])
  const secrets = { resource: 'pods', scope: { namespace: 'secret' } } as const
  const failing = connection.ensure(secrets)
  const { status } = connection.observe(secrets).getState()
  push(secrets, { status: { ...status, error: new Error('no') } })
  await expect(failing).rejects.toThrow('no')
  const other = { resource: 'pods', scope: { namespace: 'other' } } as const
  const signal = AbortSignal.abort(new Error('left'))
  await expect(connection.ensure(other, { signal })).rejects.toThrow('left')
  expect(activeKeys()).toEqual([])
})

test('the test decides what becomes of a write', async () => {
  const { connection, mutations } = createFakeConnection(informers)
  const one = connection.mutate({ resource: 'pods', verb: 'delete', object: at })
  const two = connection.mutate({ resource: 'pods', verb: 'delete', object: at })
  expect(mutations.map(({ write }) => write)).toEqual(
    Array(2).fill({ resource: 'pods', verb: 'delete', object: at }),
  )
  mutations[0]?.accept(podNamed('a'))
  mutations[0]?.settle()
  mutations[1]?.reject(new Error('no'))
  expect([await one.accepted, await one.settled]).toEqual([podNamed('a'), undefined])
  await expect(two.accepted).rejects.toThrow('no')
})

test('a verb of the client is the one that was given; another one throws', async () => {
  const { connection } = createFakeConnection(informers, {
    client: { get: () => Promise.resolve(podNamed('a')) } as never,
  })
  expect(await connection.client.get('pods', at)).toEqual(podNamed('a'))
  expect(() => connection.client.delete('pods', at)).toThrow(UsageError)
  expect(() => connection.waitFor('pods', at, { deleted: true })).toThrow('a fake connection has no waitFor')
})

test('a connection can be the value of a promise', async () => {
  const { connection } = createFakeConnection(informers)
  expect(await Promise.resolve(connection)).toBe(connection)
})
