import { beforeEach, expect, test } from 'vitest'
import type { AccessAttributes } from '../../api/access-attributes.ts'
import { HeldSocket } from '../../test/held-socket.ts'
import type { AccessCheck } from '../../watches/access-check.ts'
import { checkSleeping } from './sleeping-access.ts'
import type { StoredReader } from './stored-reader.ts'

const NOW = 1_000_000
const TTL_MS = 60_000

let now: number
let asked: string[]
let answers: (username: string) => boolean

beforeEach(() => {
  now = NOW
  asked = []
  answers = () => true
})

const check: Pick<AccessCheck, 'decide'> = {
  decide: async (identity, { namespace, labelSelector }: AccessAttributes) => {
    asked.push(`${identity.username} ${namespace} ${labelSelector}`)
    const decision = { allowed: answers(identity.username) }
    return { identity, decision, checkedUntil: now + TTL_MS }
  },
}

function readerOf(username: string, changes: Partial<StoredReader> = {}) {
  const stored = {
    path: '/api/v1/namespaces/a/pods?watch=1&labelSelector=b',
    accept: 'application/json',
    origin: 'https://app.example',
    identity: { username },
    validUntil: NOW + 10 * TTL_MS,
    sent: 0,
    checkAt: NOW,
    failures: 0,
    ...changes,
    resourceVersion: '7',
  }
  return { socket: new HeldSocket(), stored }
}

const checked = (readers: readonly ReturnType<typeof readerOf>[]) =>
  checkSleeping(readers, {
    check,
    clock: { now: () => now },
  })

test('an access is checked when it is due, with the selectors of the watch, and not before', async () => {
  const readers = [readerOf('alice'), readerOf('bob', { checkAt: NOW + 1 })]
  const kept = await checked(readers)
  expect(asked).toEqual(['alice a b'])
  expect(kept.map(({ stored }) => stored.checkAt)).toEqual([NOW + TTL_MS, NOW + 1])
  expect(readers.flatMap(({ socket }) => socket.sent)).toEqual([])
  expect(JSON.parse(String(readers[0]?.socket.attachment))).toEqual(kept[0]?.stored)
})

test('a reader without access gets an ERROR event, and its socket is closed', async () => {
  answers = username => username !== 'alice'
  const [alice, bob] = [readerOf('alice'), readerOf('bob')]
  expect((await checked([alice, bob])).map(({ stored }) => stored.identity.username)).toEqual(['bob'])
  expect(alice.socket.sent.map(text => JSON.parse(text))).toMatchObject([
    { type: 'ERROR', object: { code: 403 } },
  ])
  expect([alice.socket.closedWith, bob.socket.closedWith]).toEqual([1000, undefined])
})

test('a reader whose identity no longer holds is closed without an event, so that it resumes with its token', async () => {
  const reader = readerOf('alice', { validUntil: NOW + 999 })
  expect(await checked([reader])).toEqual([])
  expect([reader.socket.sent, reader.socket.closedWith, asked]).toEqual([[], 1000, []])
})

test('a reader whose identity holds for a second more is checked', async () => {
  const reader = readerOf('alice', { validUntil: NOW + 1000 })
  expect(await checked([reader])).toHaveLength(1)
  expect(asked).toHaveLength(1)
})

test('64 readers are checked at once', async () => {
  const pending: (() => void)[] = []
  const waiting: Pick<AccessCheck, 'decide'> = {
    decide: (identity, attributes, signal) =>
      new Promise(resolve => pending.push(() => resolve(check.decide(identity, attributes, signal)))),
  }
  const readers = Array.from({ length: 65 }, (_, at) => readerOf(`reader-${at}`))
  const checking = checkSleeping(readers, { check: waiting, clock: { now: () => now } })
  expect(pending).toHaveLength(64)
  for (const answer of pending) answer()
  await new Promise<void>(resolve => setImmediate(resolve))
  expect(pending).toHaveLength(65)
  pending[64]?.()
  expect(await checking).toHaveLength(65)
})

test('a reader of what is no resource is closed without a check', async () => {
  const reader = readerOf('alice', { path: '/healthz' })
  expect([await checked([reader]), reader.socket.closedWith, reader.socket.sent, asked]).toEqual([
    [],
    1000,
    [],
    [],
  ])
})

test('a check without an answer is repeated three times, then the watch ends with a 503', async () => {
  answers = () => {
    throw new Error('unreachable')
  }
  const first = readerOf('alice')
  let [reader] = await checked([first])
  for (let failures = 1; failures <= 3; failures++) {
    expect(reader?.stored).toMatchObject({ failures, checkAt: now + 1000 })
    now += 1000
    const again = reader
      ? await checked([{ socket: first.socket, stored: { ...first.stored, ...reader.stored } }])
      : []
    reader = again[0]
  }
  expect(reader).toBeUndefined()
  expect(first.socket.sent.map(text => JSON.parse(text).object.code)).toEqual([503])
  expect(first.socket.closedWith).toBe(1000)
})
