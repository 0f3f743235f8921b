import { Indexer } from '@kube-informer/core'
import type { Sample, Setup } from '../../runner/bench-case.ts'
import { expectCount, microsecondsEach, sizeOf } from '../measure/operations.ts'

const textAt = (index: number) => `object-number-${index}`
const ROUNDS_READY = 2

/** BenchmarkIndexer: an update that does not change the value of the only index. */
export async function run(setup: Setup): Promise<Sample> {
  const { objects } = setup
  const count = sizeOf(setup, 'count')
  const operations = sizeOf(setup, 'operations')
  return objects === true ? ofObjects(count, operations) : ofStrings(count, operations)
}

/** As in client-go. In JavaScript, equal strings are identical, so the index functions are not called. */
function ofStrings(count: number, operations: number): Sample {
  const indexer = new Indexer<string>({ keyFunction: String, indexers: { self: text => [text] } })
  const texts = Array.from({ length: count }, (_, i) => textAt(i))
  return updateAll(indexer, [texts], operations)
}

/** The path that client-go intends to measure: a new object each time, with the same index value. */
function ofObjects(count: number, operations: number): Sample {
  const indexer = new Indexer<{ readonly text: string }>({
    keyFunction: item => ('text' in item ? item.text : item.key),
    indexers: { self: ({ text }) => [text] },
  })
  const round = () => Array.from({ length: count }, (_, i) => ({ text: textAt(i) }))
  return updateAll(indexer, Array.from({ length: ROUNDS_READY }, round), operations)
}

function updateAll<T>(indexer: Indexer<T>, rounds: readonly (readonly T[])[], operations: number): Sample {
  const [first = []] = rounds
  for (const object of first) indexer.add(object)
  const times = operations / first.length
  const started = performance.now()
  for (let time = 1; time <= times; time++) {
    for (const object of rounds[time % rounds.length] ?? []) indexer.update(object)
  }
  const microseconds = microsecondsEach(started, times * first.length)
  expectCount('objects', indexer.byIndex('self', textAt(0)).length, 1)
  return { microseconds }
}
