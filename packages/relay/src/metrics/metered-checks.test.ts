import { expect, test, vi } from 'vitest'
import type { AccessAttributes } from '../api/access-attributes.ts'
import { meteredAuthenticate, meteredAuthorize } from './metered-checks.ts'
import type { RelayMetrics } from './relay-metrics.ts'

const failure = new Error('the apiserver does not answer')
const { signal } = new AbortController()
const fails = () => Promise.reject(failure)
const ALICE = { username: 'alice' }
const ATTRIBUTES = { verb: 'list' } as AccessAttributes

function metered() {
  const results: string[] = []
  const count = (result: string) => void results.push(result)
  const metrics = { authenticated: count, authorized: count } as unknown as RelayMetrics
  return { metrics, results, onError: vi.fn() }
}

test('each attempt to authenticate is counted, and an error is also reported', async () => {
  const { metrics, results, onError } = metered()
  const answers = [async () => ALICE, async () => undefined, fails]
  const seen = await Promise.allSettled(
    answers.map(answer =>
      meteredAuthenticate(answer, metrics, onError)(new Request('https://relay/'), signal),
    ),
  )
  expect(results).toEqual(['success', 'failure', 'error'])
  expect(seen).toMatchObject([{ value: ALICE }, { value: undefined }, { reason: failure }])
  expect(onError.mock.calls).toEqual([[failure, expect.anything()]])
})

test('each attempt to authorize is counted, and an error is also reported', async () => {
  const { metrics, results, onError } = metered()
  const answers = [async () => ({ allowed: true }), async () => ({ allowed: false }), fails]
  const seen = await Promise.allSettled(
    answers.map(answer => meteredAuthorize(answer, metrics, onError)(ALICE, ATTRIBUTES, signal)),
  )
  expect(results).toEqual(['allowed', 'denied', 'error'])
  expect(seen).toMatchObject([
    { value: { allowed: true } },
    { value: { allowed: false } },
    { reason: failure },
  ])
  expect(onError.mock.calls).toEqual([[failure, expect.anything()]])
})
