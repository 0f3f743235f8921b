import type { Fetch } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { HostAnswers } from './host-answers.ts'

/** A host whose requests for the Pods of the cluster are answered with these codes, one after another. */
function answering(...codes: number[]) {
  const clock = new FakeClock()
  const answers = new HostAnswers(clock)
  const fetch: Fetch = async () => new Response(null, { status: codes.shift() ?? 200 })
  const recording = answers.recording(fetch)
  const list = (signal: AbortSignal) => recording('http://fake/api/v1/pods?limit=500', { signal })
  const denied = () => [...answers.all].map(each => each.denied)
  return { clock, list, denied }
}

const attempt = () => new AbortController().signal

test('the second 401 to one attempt is a denial, also where the new token takes seconds', async () => {
  const { clock, list, denied } = answering(401, 401)
  const signal = attempt()
  await list(signal)
  expect(denied()).toEqual([undefined])
  await clock.advance(5_000)
  await list(signal)
  expect(denied()).toEqual([401])
})

test('the first 401 to each of two attempts is none, also where they follow each other at once', async () => {
  const { list, denied } = answering(401, 401)
  await list(attempt())
  await list(attempt())
  expect(denied()).toEqual([undefined])
})

test('neither is a 401 after which the new token was accepted, before the next attempt', async () => {
  const { list, denied } = answering(401, 200, 401)
  const signal = attempt()
  await list(signal)
  await list(signal)
  await list(attempt())
  expect(denied()).toEqual([undefined])
})
