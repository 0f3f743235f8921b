import { FakeClock } from '@kube-informer/testing'
import { expect, test, vi } from 'vitest'
import type { AccessDecision } from '../api/access-attributes.ts'
import type { Identity } from '../api/identity.ts'
import { attributesOf } from '../test/inner-watch.ts'
import { AccessCheck } from './access-check.ts'

const RECHECK_MS = 1000
const { signal } = new AbortController()
const request = new Request('http://relay/')

async function start(identity?: Identity, decision: AccessDecision = { allowed: true }) {
  const clock = new FakeClock()
  await clock.advance(10_000)
  const authenticate = vi.fn(async () => identity)
  const authorize = vi.fn(async () => decision)
  const check = new AccessCheck({ authenticate, authorize, recheckMs: RECHECK_MS, clock })
  return { clock, now: clock.now(), authenticate, authorize, check }
}

test.each([
  [-1, false],
  [0, false],
  [1, true],
])('credentials that expire in %i ms identify a reader: %s', async (inMs, isKnown) => {
  const clock = new FakeClock()
  await clock.advance(10_000)
  const identity = { username: 'alice', expiresAt: clock.now() + inMs }
  const { check } = await start(identity)
  const onIdentified = vi.fn()
  expect(await check.identify(request, signal, { onIdentified })).toBe(isKnown ? identity : undefined)
  expect(onIdentified.mock.calls).toEqual(isKnown ? [[identity]] : [])
})

test('credentials without an end identify a reader; unknown ones identify none', async () => {
  const identity = { username: 'alice' }
  expect(await (await start(identity)).check.identify(request, signal)).toBe(identity)
  expect(await (await start()).check.identify(request, signal)).toBeUndefined()
})

test.each([
  [undefined, false],
  [0, false],
  [1, true],
])(
  'an earlier identity that holds for %s ms is used in place of the credentials: %s',
  async (inMs, holds) => {
    const { check, now, authenticate } = await start({ username: 'other' })
    const identity = { username: 'alice', checkedUntil: inMs === undefined ? undefined : now + inMs }
    const onIdentified = vi.fn()
    expect(await check.identify(request, signal, { identity, onIdentified })).toBe(
      holds ? identity : undefined,
    )
    expect([authenticate.mock.calls.length, onIdentified.mock.calls.length]).toEqual([0, 0])
  },
)

test.each<
  [string, { readonly expiresAt?: number; readonly checkedUntil?: number }, number | undefined, number]
>([
  ['nothing says so', {}, undefined, RECHECK_MS],
  ['the credentials expire', { expiresAt: 300 }, undefined, 300],
  ['the identity holds', { checkedUntil: 200 }, undefined, 200],
  ['the identity holds for longer than usual', { checkedUntil: 9000 }, 8000, 8000],
  ['the decision holds', { expiresAt: 900, checkedUntil: 800 }, 700, 700],
  ['the decision holds for longer than usual', {}, 5000, RECHECK_MS],
])('access holds as long as %s', async (_, { expiresAt, checkedUntil }, decisionHolds, expected) => {
  const { now } = await start()
  const identity = {
    username: 'alice',
    ...(expiresAt !== undefined && { expiresAt: now + expiresAt }),
    ...(checkedUntil !== undefined && { checkedUntil: now + checkedUntil }),
  }
  const decision = {
    allowed: true,
    ...(decisionHolds !== undefined && { checkedUntil: now + decisionHolds }),
  }
  const { check } = await start(undefined, decision)
  expect(await check.decide(identity, attributesOf(), signal)).toEqual({
    identity,
    decision,
    checkedUntil: now + expected,
  })
})

test.each(['authenticate', 'authorize'] as const)(
  'a call of %s that is not answered fails after 15 s',
  async name => {
    const { check, clock, ...calls } = await start()
    calls[name].mockImplementation(() => new Promise<never>(() => {}))
    const asked =
      name === 'authenticate'
        ? check.identify(request, signal)
        : check.decide({ username: 'alice' }, attributesOf(), signal)
    let failure: unknown
    asked.catch((error: unknown) => {
      failure = error
    })
    await clock.advance(14_999)
    expect(failure).toBeUndefined()
    await clock.advance(1)
    expect(failure).toMatchObject({ message: expect.stringContaining('no answer within 15000 ms') })
    expect(clock.pendingTimers).toBe(0)
  },
)
