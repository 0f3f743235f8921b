import { describe, expect, test } from 'vitest'
import { SharedCalls } from './shared-calls.ts'

/** Calls whose answers a test gives. */
function start() {
  const calls = new SharedCalls<string>()
  const sent: {
    readonly signal: AbortSignal
    readonly answer: (text: string) => void
    readonly fail: (error: Error) => void
  }[] = []
  const run = (key: string, caller = new AbortController()) => ({
    caller,
    result: calls.run(
      key,
      signal => new Promise((answer, fail) => void sent.push({ signal, answer, fail })),
      caller.signal,
    ),
  })
  const settle = () => new Promise(resolve => setImmediate(resolve))
  return { calls, sent, run, settle }
}

describe('calls with a key', () => {
  test('are one call while it is in flight', async () => {
    const { sent, run, settle } = start()
    const callers = [run('a'), run('a'), run('b')]
    expect(sent).toHaveLength(2)
    sent[0]?.answer('A')
    sent[1]?.answer('B')
    expect(await Promise.all(callers.map(({ result }) => result))).toEqual(['A', 'A', 'B'])
    await settle()
    void run('a')
    expect(sent).toHaveLength(3)
  })

  test('fail together', async () => {
    const { sent, run, settle } = start()
    const callers = [run('a'), run('a')]
    sent[0]?.fail(new Error('down'))
    for (const { result } of callers) await expect(result).rejects.toThrow('down')
    await settle()
    void run('a')
    expect(sent).toHaveLength(2)
  })

  test('are aborted when the last caller has left, and not before', async () => {
    const { sent, run } = start()
    const [first, second] = [run('a'), run('a')]
    first.caller.abort('left')
    await expect(first.result).rejects.toBe('left')
    expect(sent[0]?.signal.aborted).toBe(false)
    second.caller.abort('left, too')
    await expect(second.result).rejects.toBe('left, too')
    expect(sent[0]?.signal.aborted).toBe(true)
    const third = run('a')
    expect(sent).toHaveLength(2)
    sent[1]?.answer('A')
    expect(await third.result).toBe('A')
  })

  test('that are forgotten are answered, and later callers do not join them', async () => {
    const { calls, sent, run, settle } = start()
    const first = run('a')
    calls.forget()
    const second = run('a')
    expect(sent).toHaveLength(2)
    sent[0]?.answer('old')
    expect(await first.result).toBe('old')
    await settle()
    // The end of the forgotten call does not remove the later one.
    const third = run('a')
    expect(sent).toHaveLength(2)
    sent[1]?.answer('new')
    expect(await Promise.all([second.result, third.result])).toEqual(['new', 'new'])
  })
})
