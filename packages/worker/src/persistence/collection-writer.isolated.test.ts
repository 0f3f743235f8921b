import type { Row } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { podRow } from '../test/rows.ts'
import { BlobFallback } from './blob-fallback.ts'
import { ChunkEncoder } from './chunk-encoder.ts'
import { plainForm } from './chunk-payload.ts'
import { readChunk } from './chunk-reader.ts'
import type { CommitResult, Guard, Write } from './collection-file.ts'
import { CollectionWriter } from './collection-writer.ts'
import { Directory } from './directory.ts'
import type { HeadRecord } from './disk-schema.ts'

/** The transactions of the writer, and how they end. */
const file = vi.hoisted(() => ({ write: vi.fn() }))
vi.mock('./collection-file.ts', () => ({ writeCollection: file.write }))

const MIB = 1024 * 1024
const HEAD: HeadRecord = {
  ...{ number: 3, writer: 'before', sequence: 4, resourceVersion: '5' },
  ...{ end: 7, count: 0, bytes: 0, checksum: 0, savedAt: 1 },
}
const large = (name: string) => podRow(`a/${name}`, 1, { node: 'n'.repeat(1.5 * MIB) })

beforeEach(() => {
  file.write.mockReset()
  file.write.mockResolvedValue('done')
})

function start(directory?: Directory) {
  const clock = new FakeClock({ now: 1000 })
  const yields = vi.spyOn(clock, 'yieldToHost').mockResolvedValue()
  const stopping = new AbortController()
  const writer = new CollectionWriter({
    ...{
      database: 'database' as never,
      encoder: new ChunkEncoder(),
      blobs: new BlobFallback(),
      form: plainForm,
    },
    ...{ clock, owner: 'o', incarnation: 'i', writer: 'w', head: HEAD, directory, signal: stopping.signal },
  })
  const append = (rows: readonly Row[], deletions: readonly string[] = [], version = '6') =>
    writer.append(new Map(rows.map(row => [row.key, row])), deletions, version)
  return { clock, yields, stopping, writer, append }
}
const writes = () => file.write.mock.calls.map(([, , write]) => write as Write)
const guards = () => file.write.mock.calls.map(([, guard]) => guard as Guard)
const numbersOf = ({ put }: Write) => put.map(([number]) => number)
/** The keys of a chunk that was written. */
async function keysOf(write: Write | undefined, at = 0): Promise<readonly string[]> {
  const [number, payload] = write?.put[at] ?? []
  if (number === undefined) throw new Error('there is no chunk')
  return readChunk(await plainForm.unwrap(payload, { collection: 3, number }), { collection: 3, number }).keys
}

describe('a replacement', () => {
  test('is written after the existing collection, whose chunks leave with the new head', async () => {
    const { writer } = start()
    expect(await writer.replace([podRow('a/x', 1), podRow('a/y', 1)], '9')).toBe('done')
    const [write] = writes()
    expect([writes().length, write && numbersOf(write), write?.removeBelow, write?.removeFrom]).toEqual([
      1,
      [7],
      7,
      undefined,
    ])
    expect(await keysOf(write)).toEqual(['a/x', 'a/y'])
    expect(write?.head).toEqual({
      ...{ number: 3, writer: 'w', sequence: 5, resourceVersion: '9', end: 8, count: 1, savedAt: 1000 },
      ...{ bytes: expect.any(Number), checksum: expect.any(Number) },
    })
    expect([guards(), writer.head]).toEqual([[{ owner: 'o', incarnation: 'i', head: HEAD }], write?.head])
  })

  test('of nothing has no chunks', async () => {
    const { writer } = start()
    await writer.replace([], '9')
    expect(writes()[0]).toMatchObject({ put: [], head: { end: 7, count: 0, bytes: 0, checksum: 0 } })
  })

  test('takes several transactions of about 4 MiB, and lets other tasks run between chunks', async () => {
    const { yields, writer } = start()
    await writer.replace(['a', 'b', 'c', 'd', 'e'].map(large), '9')
    expect(writes().map(numbersOf)).toEqual([
      [7, 8, 9],
      [10, 11],
    ])
    expect(writes().map(({ head, removeBelow }) => [head?.end, removeBelow])).toEqual([
      [undefined, undefined],
      [12, 7],
    ])
    expect(yields).toHaveBeenCalledTimes(4)
  })

  test.each<CommitResult>(['preempted', 'erased'])(
    'that is %s ends, and the writer has the state before',
    async result => {
      const { writer } = start()
      file.write.mockResolvedValueOnce(result)
      expect(await writer.replace(['a', 'b', 'c', 'd', 'e'].map(large), '9')).toBe(result)
      expect([writes().length, writer.head]).toEqual([1, HEAD])
      file.write.mockResolvedValueOnce('done').mockResolvedValueOnce(result)
      expect(await writer.replace(['a', 'b', 'c', 'd', 'e'].map(large), '9')).toBe(result)
      expect(writer.head).toEqual(HEAD)
    },
  )

  test('that fails frees the space of its chunks, and rejects with its own error', async () => {
    const { writer } = start()
    file.write.mockRejectedValueOnce(new Error('broken')).mockRejectedValueOnce(new Error('again'))
    await expect(writer.replace([podRow('a/x', 1)], '9')).rejects.toThrow('broken')
    expect(writes()[1]).toEqual({ put: [], removeFrom: 7 })
  })

  test('does not begin after an abort', async () => {
    const { stopping, writer } = start()
    stopping.abort(new Error('given up'))
    await expect(writer.replace([], '9')).rejects.toThrow('given up')
    expect(file.write).not.toHaveBeenCalled()
  })
})

describe('a change', () => {
  test('appends its rows and deletions, with the next head', async () => {
    const { writer, append } = start()
    await append([podRow('a/x', 1)])
    await append([podRow('a/y', 1)], ['a/x'], '8')
    expect(writes().map(numbersOf)).toEqual([[7], [8]])
    expect(
      writes().map(({ head }) => [head?.sequence, head?.end, head?.count, head?.resourceVersion]),
    ).toEqual([
      [5, 8, 1, '6'],
      [6, 9, 2, '8'],
    ])
    expect([guards()[1]?.head, writer.head.savedAt]).toEqual([writes()[0]?.head, 1000])
  })

  test('removes chunks that nothing needs', async () => {
    const { append } = start()
    await append([podRow('a/x', 1)])
    await append([podRow('a/x', 2)])
    await append([podRow('a/x', 3)])
    expect(writes().map(({ remove }) => remove)).toEqual([[], [], [7]])
    expect(writes()[2]?.head?.count).toBe(2)
  })

  test.each<[string, Directory | undefined, readonly (number | undefined)[]]>([
    [
      'first removes what an earlier replacement may have left, if the collection was read',
      new Directory(),
      [7, undefined],
    ],
    ['has nothing to remove, if it was claimed', undefined, [undefined, undefined]],
  ])('%s', async (_, directory, expected) => {
    const { append } = start(directory)
    await append([podRow('a/x', 1)])
    await append([podRow('a/y', 1)])
    expect(writes().map(({ removeFrom }) => removeFrom)).toEqual(expected)
  })

  test('that is rejected changes nothing', async () => {
    const { writer, append } = start(new Directory())
    file.write.mockResolvedValueOnce('preempted')
    expect([await append([podRow('a/x', 1)]), writer.head]).toEqual(['preempted', HEAD])
    await append([podRow('a/x', 1)])
    expect(writes()[1]).toMatchObject({ removeFrom: 7, put: [[7, expect.anything()]], head: { sequence: 5 } })
  })
})

describe('compaction', () => {
  /** A collection of which most rows were replaced. */
  async function worn() {
    const started = start()
    const rows = Array.from({ length: 10 }, (_, at) => podRow(`a/p${at}`, 1, { node: 'n'.repeat(100_000) }))
    await started.append(rows)
    await started.append(rows.slice(1).map(row => podRow(row.key, 2, { node: 'm'.repeat(100_000) })))
    await started.append([podRow('a/gone', 1)], [], '7')
    return started
  }

  test('is not due for a collection without waste', async () => {
    const { writer, append } = start()
    await append([large('a')])
    expect([writer.isCompactionDue, await writer.compact(), writes().length]).toEqual([false, 'done', 1])
  })

  test('rewrites what is needed of a chunk, and removes the chunk; the state is the same', async () => {
    const { clock, writer } = await worn()
    expect(writer.isCompactionDue).toBe(true)
    const before = writer.head
    await clock.advance(500)
    expect(await writer.compact()).toBe('done')
    const write = writes().at(-1)
    expect([write && numbersOf(write), write?.remove?.includes(7), await keysOf(write)]).toEqual([
      [10],
      true,
      expect.arrayContaining(['a/p0']),
    ])
    expect(write?.head).toMatchObject({
      resourceVersion: before.resourceVersion,
      savedAt: before.savedAt,
      sequence: before.sequence + 1,
    })
    expect(writer.isCompactionDue).toBe(false)
  })

  test('that is rejected leaves the state', async () => {
    const { writer } = await worn()
    const before = writer.head
    file.write.mockResolvedValueOnce('erased')
    expect([await writer.compact(), writer.head, writer.isCompactionDue]).toEqual(['erased', before, true])
  })
})
