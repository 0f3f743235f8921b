import { expect, test } from 'vitest'
import { SharedRequests } from './shared-requests.ts'
import { withResolvers } from './with-resolvers.ts'

/** Requests that are answered on demand. */
function rig() {
  const requests = new SharedRequests<string>()
  const sent: { readonly signal: AbortSignal; readonly answer: PromiseWithResolvers<string> }[] = []
  const run = (key: string, signal?: AbortSignal) =>
    requests.run(key, signal, own => {
      const answer = withResolvers<string>()
      sent.push({ signal: own, answer })
      return answer.promise
    })
  return { run, sent }
}

test('equal requests in flight are one, and others are not', async () => {
  const { run, sent } = rig()
  const answers = [run('a'), run('a'), run('b')]
  expect(sent).toHaveLength(2)
  sent[0]?.answer.resolve('one')
  sent[1]?.answer.resolve('two')
  expect(await Promise.all(answers)).toEqual(['one', 'one', 'two'])
})

test.each(['resolve', 'reject'] as const)('a request after the answer is sent again (%s)', async settle => {
  const { run, sent } = rig()
  const first = run('a').catch((error: unknown) => `error: ${error}`)
  sent[0]?.answer[settle]('one')
  expect(await first).toBe(settle === 'resolve' ? 'one' : 'error: one')
  const second = run('a')
  expect(sent).toHaveLength(2)
  sent[1]?.answer.resolve('two')
  expect(await second).toBe('two')
})

test('a caller that aborts leaves the request to the others; the last one aborts it', async () => {
  const { run, sent } = rig()
  const [first, second] = [new AbortController(), new AbortController()]
  const left = run('a', first.signal)
  const stays = run('a', second.signal)
  first.abort(new Error('first'))
  await expect(left).rejects.toThrow('first')
  expect(sent[0]?.signal.aborted).toBe(false)
  const late = run('a')
  second.abort(new Error('second'))
  await expect(stays).rejects.toThrow('second')
  expect([sent.length, sent[0]?.signal.aborted]).toEqual([1, false])
  sent[0]?.answer.resolve('one')
  expect(await late).toBe('one')
})

test('when all callers have left, the request is aborted, and the next one is sent', async () => {
  const { run, sent } = rig()
  const caller = new AbortController()
  const left = run('a', caller.signal)
  caller.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  expect(sent[0]?.signal.aborted).toBe(true)
  const next = run('a')
  expect(sent).toHaveLength(2)
  sent[0]?.answer.reject(new Error('aborted'))
  await Promise.resolve()
  const same = run('a')
  expect([sent.length, sent[1]?.signal.aborted]).toEqual([2, false])
  sent[1]?.answer.resolve('two')
  expect(await Promise.all([next, same])).toEqual(['two', 'two'])
})

test('an aborted caller sends nothing', async () => {
  const { run, sent } = rig()
  await expect(run('a', AbortSignal.abort(new Error('before')))).rejects.toThrow('before')
  expect(sent).toEqual([])
})
