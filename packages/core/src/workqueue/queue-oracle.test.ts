import { FakeClock } from '@kube-informer/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { QueueMetricsRecorder } from '../test/queue-metrics-recorder.ts'
import { QueueOracle } from '../test/queue-oracle.ts'
import { PriorityQueue } from './priority-queue.ts'
import { RateLimitingQueue } from './rate-limiting-queue.ts'

type Queue = Pick<RateLimitingQueue<string>, 'length' | 'done'>

interface Subject {
  readonly queue: Queue
  readonly oracle: QueueOracle
  readonly clock: FakeClock
  readonly metrics: QueueMetricsRecorder
  add(item: string, afterMs: number, priority: number): void
  get(signal: AbortSignal): Promise<readonly [item: string, priority: number] | undefined>
}

function plain(): Subject {
  const [clock, metrics] = [new FakeClock(), new QueueMetricsRecorder()]
  const queue = new RateLimitingQueue<string>({ name: 'test', metricsProvider: metrics, clock })
  return {
    queue,
    clock,
    metrics,
    oracle: new QueueOracle({ isPlain: true }),
    add: (item, afterMs) => queue.addAfter(item, afterMs),
    get: async signal => {
      const item = await queue.get(signal)
      return item === undefined ? undefined : [item, 0]
    },
  }
}

function prioritized(agingMs: number | undefined): Subject {
  const [clock, metrics] = [new FakeClock(), new QueueMetricsRecorder()]
  const queue = new PriorityQueue<string>({ name: 'test', metricsProvider: metrics, clock, agingMs })
  return {
    queue,
    clock,
    metrics,
    oracle: new QueueOracle({ isPlain: false, agingMs }),
    add: (item, afterMs, priority) => queue.addWithOptions({ afterMs, priority }, item),
    get: async signal => {
      const next = await queue.getWithPriority(signal)
      return next && [next.item, next.priority]
    },
  }
}

const ITEMS = ['a', 'b', 'c', 'd']

const step = fc.tuple(
  fc.constantFrom('add', 'add', 'addAfter', 'get', 'get', 'done', 'abort', 'advance'),
  fc.nat(ITEMS.length - 1),
  fc.nat(50),
  fc.integer({ min: -2, max: 2 }),
)

type Step = readonly [name: string, index: number, ms: number, priority: number]

/** Does the same steps with a queue and the oracle, and compares them after each one. */
async function compare({ queue, oracle, clock, metrics, add, get }: Subject, steps: readonly Step[]) {
  const handedOut: [number, string, number][] = []
  const waits = new Map<number, AbortController>()
  const startWait = (number: number) => {
    const controller = new AbortController()
    waits.set(number, controller)
    const onItem = (next: readonly [string, number] | undefined) => {
      if (next) handedOut.push([number, ...next])
    }
    get(controller.signal).then(onItem, () => undefined)
  }
  const doStep = async ([name, index, ms, priority]: Step) => {
    const item = ITEMS[index] ?? ''
    if (name === 'add' || name === 'addAfter') {
      const afterMs = name === 'add' ? 0 : ms
      add(item, afterMs, priority)
      oracle.add(item, afterMs, queue instanceof PriorityQueue ? priority : 0)
    } else if (name === 'get') startWait(oracle.get())
    else if (name === 'done') queue.done(oracle.done(index) ?? '')
    else if (name === 'abort') waits.get(oracle.abort(index) ?? -1)?.abort()
    else {
      oracle.advance(ms)
      await clock.advance(ms)
    }
    for (let i = 0; i < 4; i++) await Promise.resolve()
    expect(handedOut).toEqual(oracle.handedOut)
    expect(queue.length).toBe(oracle.length)
  }
  for (const each of steps) await doStep(each)
  await takeTheRest()
  expect(metrics.wasNegative).toBe(false)
  expect([...metrics.depths.values()].every(depth => depth === 0)).toBe(true)

  /** Every added item comes out. */
  async function takeTheRest() {
    await doStep(['advance', 0, 50, 0])
    while (oracle.held.length > 0 || oracle.length > 0) {
      if (oracle.held.length > 0) await doStep(['done', 0, 0, 0])
      else await doStep(['get', 0, 0, 0])
    }
  }
}

const check = (create: () => Subject) =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), steps => compare(create(), steps)),
  )

test('the rate limiting queue does what its rules say, for any steps', () => check(plain))

test('C-PQ-20: the priority queue does what its rules say, for any steps', () =>
  check(() => prioritized(undefined)))

test('C-PQ-20: so does a queue with aging', () => check(() => prioritized(16)))
