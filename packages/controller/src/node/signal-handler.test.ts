import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Child } from '../test/child.ts'
import { setupSignalHandler } from './signal-handler.ts'

const SCRIPT = join(import.meta.dirname, '../test/signal-child.ts')

/** A process that records its exits. */
class FakeProcess {
  readonly exits: number[] = []
  readonly #listeners: (readonly [signal: string, listener: (signal: string) => void])[] = []

  on(signal: string, listener: (signal: string) => void): void {
    this.#listeners.push([signal, listener])
  }

  exit(code: number): void {
    this.exits.push(code)
  }

  receive(signal: string): void {
    for (const [name, listener] of this.#listeners) if (name === signal) listener(signal)
  }
}

describe('setupSignalHandler', () => {
  test.each([
    ['SIGINT', 'SIGINT'],
    ['SIGTERM', 'SIGTERM'],
    ['SIGTERM', 'SIGINT'],
  ])('C-MGR-22: %s aborts, a following %s exits with 1', (first, second) => {
    const host = new FakeProcess()
    const signal = setupSignalHandler({ process: host })
    expect(signal.aborted).toBe(false)
    host.receive(first)
    expect([signal.aborted, signal.reason.name, host.exits]).toEqual([true, 'AbortError', []])
    expect(signal.reason.message).toContain(first)
    host.receive(second)
    expect(host.exits).toEqual([1])
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('C-MGR-22: a process ends by itself after %s', async name => {
    const child = new Child(SCRIPT)
    await child.printed('running')
    child.kill(name)
    expect(await child.ended).toMatchObject({
      code: 0,
      signal: null,
      stdout: `running\nthe process received ${name}\n`,
    })
  })

  test('C-MGR-22: a process that does not end exits with 1 at the second signal', async () => {
    const child = new Child(SCRIPT, 'stuck')
    await child.printed('running')
    child.kill('SIGTERM')
    await child.printed('received')
    child.kill('SIGTERM')
    expect(await child.ended).toMatchObject({ code: 1, signal: null })
  })
})
