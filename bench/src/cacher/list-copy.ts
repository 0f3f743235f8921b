import type { Run } from '../bench-case.ts'
import { startStopwatch } from '../pods/stopwatch.ts'
import { encodeItems } from '../pods/wire.ts'
import { somePods } from './pod-versions.ts'

/** The floor: copies the bytes of each Pod once, in a process that also holds the Pods, so that the collector has the same heap. */
export const run: Run = async ({ count, lists }) => {
  const pods = somePods(Number(count))
  const items = encodeItems(pods)
  const size = items.reduce((sum, { length }) => sum + length, 0)
  const stopwatch = startStopwatch()
  let copied = 0
  for (let list = 0; list < Number(lists); list++) {
    for (let chunk: Buffer[] = [], at = 0; at < items.length; at += 9) {
      chunk = items.slice(at, at + 9)
      copied += Buffer.concat(chunk).length
    }
  }
  const { ms, cpuMs } = stopwatch()
  if (copied !== size * Number(lists) || pods.length !== count) throw new Error(`${copied} bytes`)
  return { ms: ms / Number(lists), cpuMs: cpuMs / Number(lists), gigabytesPerSecond: copied / ms / 1e6 }
}
