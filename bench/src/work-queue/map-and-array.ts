import type { Sample, Setup } from '../bench-case.ts'
import { expectItem, keysOf, measure } from './work.ts'

interface Floor {
  readonly states: Map<string, 'ready' | 'in process'>
  readonly ready: string[]
  next: number
}

const create = (): Floor => ({ states: new Map(), ready: [], next: 0 })

function add({ states, ready }: Floor, key: string): void {
  if (states.has(key)) return
  states.set(key, 'ready')
  ready.push(key)
}

function takeAndEnd(floor: Floor, expected: string): void {
  const item = floor.ready[floor.next++]
  expectItem(item, expected)
  floor.states.set(expected, 'in process')
  floor.states.delete(expected)
}

/** The same calls without waits, aborts, or items that are added while they are in process. */
export function run(setup: Setup): Promise<Sample> {
  const keys = keysOf(setup)
  return measure(setup, create, floor => {
    if (setup.atOnce) for (const key of keys) add(floor, key)
    for (const key of keys) {
      if (!setup.atOnce) add(floor, key)
      takeAndEnd(floor, key)
    }
  })
}
