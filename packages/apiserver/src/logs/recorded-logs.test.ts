import { describe, expect, test } from 'vitest'
import type { ContainerRun } from './container-run.ts'
import { RunLog } from './run-log.ts'

const START = Date.UTC(2026, 0, 31)

const run = (container: string, image: string, more: Partial<ContainerRun> = {}): ContainerRun => ({
  ...{ pod: 'p', container, image, uid: 'uid', restarts: 0, startedAt: START, ended: undefined },
  ...more,
})

/** Records with a range of numbers, each with its time since the start. */
const recordsOf = (log: RunLog, from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => log.record(from + index))
    .map(({ at, lines }) => `+${at - START} ms\n${lines.join('\n')}\n`)
    .join('')

// A page that opens a log twice, or from its end, shows the same lines.
test.each([
  ['http', run('app', 'registry.example.com/shop/orders:1.2.3')],
  ['json', run('app', 'shop/frontend:2@sha256:00')],
  ['proxy', run('istio-proxy', 'proxy')],
  ['worker', run('main', 'shop/mailer')],
  ['store', run('redis', 'redis:7')],
  ['batch', run('app', 'shop/backup:9', { restarts: 2 })],
])('a container of the kind %s writes the recorded lines', async (name, container) => {
  await expect(recordsOf(new RunLog(container), 0, 70)).toMatchFileSnapshot(`recorded/${name}.txt`)
})

describe('the last record of a run that ended', () => {
  const endOf = (exitCode: number): string => {
    const log = new RunLog(run('app', 'orders', { ended: { at: START + 60_000, exitCode } }))
    const count = log.count(0)
    return recordsOf(log, count - 1, count)
  }

  test.each([
    [0, 'INFO  finished, exit code 0'],
    [143, 'INFO  received SIGTERM, draining connections'],
  ])('says why: exit code %i', (exitCode, line) => {
    expect(endOf(exitCode)).toBe(`+60000 ms\n2026-01-31T00:01:00.000Z ${line}\n`)
  })

  test('is about memory after the exit code 137, and an error with its stack after others', () => {
    expect(endOf(137)).toMatch(/WARN {2}heap usage 98 %, garbage collection took \d{3,4} ms\n$/)
    expect(endOf(2)).toMatch(/ERROR fatal: .+\n(.+\n){3,}exit status 2\n$/)
  })
})

describe('the number of records', () => {
  const log = new RunLog(run('app', 'orders'))
  const times = Array.from({ length: 200 }, (_, n) => log.timeOf(n))

  test('counts each record from its time on', () => {
    expect(log.count(START - 1)).toBe(0)
    for (const [n, time] of times.entries())
      expect([log.count(time - 1), log.count(time)]).toEqual([n, n + 1])
  })

  test('gives the first record that is not older than a time', () => {
    expect(log.firstSince(START)).toBe(0)
    for (const [n, time] of times.entries())
      expect([log.firstSince(time), log.firstSince(time + 1)]).toEqual([n, n + 1])
  })

  test('does not grow after the end', () => {
    const ended = new RunLog(run('app', 'orders', { ended: { at: times[50] ?? 0, exitCode: 0 } }))
    expect([ended.hasEnded, ended.count(0), ended.count(Number.MAX_SAFE_INTEGER)]).toEqual([true, 52, 52])
    expect(ended.firstSince(Number.MAX_SAFE_INTEGER)).toBe(51)
    expect(ended.timeOf(51)).toBe(times[50])
  })

  test('of two files is kept: the current one and the one before it', () => {
    expect([0, 4_999, 5_000, 9_999, 10_000, 15_001].map(count => log.firstKept(count))).toEqual([
      0, 0, 0, 0, 5_000, 10_000,
    ])
  })
})
