import { expect, test } from 'vitest'
import { createMutationStore, type MutationResult } from './mutation-store.ts'

/** A write whose promises a test settles. */
function createWrite() {
  const accepted = Promise.withResolvers<unknown>()
  const settled = Promise.withResolvers<undefined>()
  // As `connection.mutate`: both promises count as handled.
  for (const { promise } of [accepted, settled]) promise.catch(() => {})
  return { accepted, settled }
}

/** A store, and the writes that it started. */
function rig() {
  const writes: ReturnType<typeof createWrite>[] = []
  const store = createMutationStore(() => {
    const write = createWrite()
    writes.push(write)
    return { accepted: write.accepted.promise, settled: write.settled.promise }
  })
  const started = (index: number) => {
    const write = writes[index]
    if (!write) throw new Error(`no write ${index}`)
    return write
  }
  const shown = () => summaryOf(store.getState())
  return { store, started, shown }
}

const summaryOf = ({
  status,
  isPending,
  isSettling,
  data,
  error,
  variables,
}: MutationResult<unknown, unknown>) =>
  [status, isPending && 'pending', isSettling && 'settling', data, error?.message, variables]
    .filter(part => part !== undefined && part !== false)
    .join(' ')

/** Lets promises settle. */
const settle = () =>
  new Promise<void>(resolve => queueMicrotask(() => queueMicrotask(() => queueMicrotask(resolve))))

test('a mutation is pending, then settling, then done', async () => {
  const { store, started, shown } = rig()
  expect(shown()).toBe('idle')
  store.getState().mutate('a')
  expect(shown()).toBe('pending pending a')
  started(0).accepted.resolve('answer')
  await settle()
  expect(shown()).toBe('success settling answer a')
  started(0).settled.resolve(undefined)
  await settle()
  expect(shown()).toBe('success answer a')
})

test('a rejection is the error; the next mutation shows none', async () => {
  const { store, started, shown } = rig()
  store.getState().mutate('a')
  started(0).accepted.reject(new Error('no'))
  started(0).settled.reject(new Error('no'))
  await settle()
  expect(shown()).toBe('error no a')
  store.getState().mutate('b')
  expect(shown()).toBe('pending pending b')
})

test('a host that ends after the acceptance ends the settling: the write has happened', async () => {
  const { store, started, shown } = rig()
  store.getState().mutate('a')
  started(0).accepted.resolve('answer')
  await settle()
  started(0).settled.reject(new Error('the host has ended'))
  await settle()
  expect(shown()).toBe('success answer a')
})

test('of overlapping mutations the last one decides, also if an earlier one ends later', async () => {
  const { store, started, shown } = rig()
  store.getState().mutate('first')
  store.getState().mutate('second')
  started(1).accepted.resolve('two')
  started(1).settled.resolve(undefined)
  await settle()
  started(0).accepted.reject(new Error('late'))
  await settle()
  expect(shown()).toBe('success two second')
})

test('an earlier mutation that ends first changes nothing that is shown', async () => {
  const { store, started, shown } = rig()
  store.getState().mutate('first')
  store.getState().mutate('second')
  started(0).accepted.resolve('one')
  await settle()
  expect(shown()).toBe('pending pending second')
})

test('an earlier mutation that settles does not end the settling of the last one', async () => {
  const { store, started, shown } = rig()
  store.getState().mutate('first')
  started(0).accepted.resolve('one')
  await settle()
  store.getState().mutate('second')
  started(1).accepted.resolve('two')
  await settle()
  started(0).settled.resolve(undefined)
  await settle()
  expect(shown()).toBe('success settling two second')
})

test('reset shows no mutation; one that is pending continues unseen', async () => {
  const { store, started, shown } = rig()
  const outcome = store.getState().mutateAsync('a')
  store.getState().reset()
  expect(shown()).toBe('idle')
  started(0).accepted.resolve('answer')
  expect(await outcome).toBe('answer')
  expect(shown()).toBe('idle')
})

test('mutateAsync rejects with the error, and mutate reports it as handled', async () => {
  const { store, started } = rig()
  const outcome = store.getState().mutateAsync('a')
  store.getState().mutate('b')
  started(0).accepted.reject(new Error('no'))
  started(1).accepted.reject(new Error('unseen'))
  await expect(outcome).rejects.toThrow('no')
})

test('an exception of the function that describes the write is the error', async () => {
  const store = createMutationStore(() => {
    throw new TypeError('no such Pod')
  })
  await expect(store.getState().mutateAsync('a')).rejects.toThrow('no such Pod')
  expect(summaryOf(store.getState())).toBe('error no such Pod a')
})

test('the functions keep their references', async () => {
  const { store, started } = rig()
  const { mutate, mutateAsync, reset } = store.getState()
  mutate('a')
  started(0).accepted.resolve('answer')
  await settle()
  expect(store.getState()).toMatchObject({ mutate, mutateAsync, reset })
})
