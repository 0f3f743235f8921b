import { withResolvers } from '@kube-informer/core/internal'
import { expect, test, vi } from 'vitest'
import { parallelizeUntil } from './parallelize-until.ts'

test.for([
  [1000, 10, 1],
  [1000, 10, 10],
  [1000, 10, 100],
  [999, 10, 13],
] as const)(
  'T-PAR-1: of %i pieces, %i workers with chunks of %i do each once',
  async ([pieces, workers, chunkSize]) => {
    const done: number[] = []
    let running = 0
    let most = 0
    const doPiece = async (piece: number) => {
      most = Math.max(most, ++running)
      await Promise.resolve()
      running--
      done.push(piece)
    }
    await parallelizeUntil(pieces, doPiece, { workers, chunkSize })
    expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: pieces }, (_, piece) => piece))
    expect(most).toBe(Math.min(workers, Math.ceil(pieces / chunkSize)))
  },
)

test('C-WQ-13: after the abort the running pieces end, no other starts, and the call returns', async () => {
  const controller = new AbortController()
  const gate = withResolvers<void>()
  const [started, ended]: [number[], number[]] = [[], []]
  const doPiece = async (piece: number) => {
    started.push(piece)
    await gate.promise
    ended.push(piece)
  }
  const all = parallelizeUntil(100, doPiece, { workers: 4, signal: controller.signal })
  controller.abort()
  gate.resolve()
  await all
  expect(started).toEqual([0, 1, 2, 3])
  expect(ended).toEqual([0, 1, 2, 3])
})

test('C-WQ-13: without pieces the function is never called', async () => {
  const doPiece = vi.fn()
  await parallelizeUntil(0, doPiece, { workers: 4 })
  expect(doPiece).not.toHaveBeenCalled()
})

test('an abort also ends a chunk; synchronous pieces are allowed', async () => {
  const controller = new AbortController()
  const started: number[] = []
  const doPiece = (piece: number) => {
    started.push(piece)
    if (piece === 2) controller.abort()
  }
  await parallelizeUntil(100, doPiece, { workers: 1, chunkSize: 10, signal: controller.signal })
  expect(started).toEqual([0, 1, 2])
})

test('after an error no other piece starts, and the first error is thrown once the others ended', async () => {
  const gate = withResolvers<void>()
  const ended: number[] = []
  const doPiece = async (piece: number) => {
    if (piece === 0) throw new Error('first')
    await gate.promise
    ended.push(piece)
    if (piece === 1) throw new Error('second')
  }
  const all = parallelizeUntil(100, doPiece, { workers: 3 })
  await Promise.resolve()
  gate.resolve()
  await expect(all).rejects.toThrow('first')
  expect(ended).toEqual([1, 2])
})

test('a call without workers is refused', async () => {
  await expect(parallelizeUntil(1, () => {}, { workers: 0 })).rejects.toThrow('0 workers')
})
