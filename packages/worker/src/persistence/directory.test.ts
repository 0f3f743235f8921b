import type { Row } from '@kube-informer/core'
import { seededRandom } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { podRow } from '../test/rows.ts'
import { ChunkEncoder, type EncodedChunk } from './chunk-encoder.ts'
import { readChunk } from './chunk-reader.ts'
import { chooseChunks } from './compaction.ts'
import { type ChunkFacts, Directory } from './directory.ts'
import { WriteBudget } from './write-budget.ts'

const HISTORIES = process.env.LONG ? 300 : 20

/** Does what `CollectionWriter` does, without a database. */
class Shelf {
  directory = new Directory()
  readonly files = new Map<number, Uint8Array<ArrayBuffer>>()
  readonly budget = new WriteBudget()
  readonly #encoder = new ChunkEncoder()
  #number = 0
  changedBytes = 0
  writtenBytes = 0

  append(rows: readonly Row[], deletions: readonly string[]): void {
    const gone = this.directory.bytesOf(deletions)
    const dead = [...this.directory.chunks].filter(chunk => chunk.needed === 0)
    const bytes = this.#commit(rows, deletions, dead)
    this.changedBytes += bytes + gone
    this.budget.changed(bytes + gone)
  }

  /** Compacts until no step is due. */
  compact(): void {
    for (let step = 0; step < 1_000; step++) {
      const chosen = chooseChunks(this.directory.chunks)
      if (chosen.length === 0 || !this.budget.allows(chosen.reduce((sum, chunk) => sum + chunk.liveBytes, 0)))
        return
      const needed = chosen.map(chunk => this.directory.neededOf(chunk))
      this.#commit(
        needed.flatMap(({ rows }) => rows),
        needed.flatMap(({ deletions }) => deletions),
        chosen,
      )
    }
    throw new Error('compaction does not end')
  }

  /** The state that a new host would load. */
  reopened(): Directory {
    const directory = new Directory()
    for (const [number, bytes] of [...this.files].sort(([a], [b]) => b - a))
      directory.found(readChunk(bytes, { collection: 1, number }))
    directory.foundAll()
    return directory
  }

  #commit(rows: readonly Row[], deletions: readonly string[], removed: readonly ChunkFacts[]): number {
    const place = { collection: 1, number: this.#number++ }
    const added: EncodedChunk[] =
      rows.length + deletions.length > 0 ? [this.#encoder.encode({ rows, deletions }, place)] : []
    for (const chunk of added) this.files.set(place.number, chunk.bytes.slice())
    for (const { number } of removed) this.files.delete(number)
    this.directory.committed(added, removed)
    const bytes = added.reduce((sum, chunk) => sum + chunk.bytes.byteLength, 0)
    this.writtenBytes += bytes
    this.budget.written(bytes)
    return bytes
  }
}

const contents = (rows: Iterable<Row>): Record<string, string> =>
  Object.fromEntries([...rows].map(row => [row.key, row.resourceVersion]).sort())

describe('a directory', () => {
  test.each(Array.from({ length: HISTORIES }, (_, seed) => seed))(
    'matches the state on disk: history %i',
    seed => {
      const random = seededRandom(seed)
      const shelf = new Shelf()
      const oracle = new Map<string, Row>()
      for (let flush = 1; flush <= 150; flush++) {
        const rows = new Map<string, Row>()
        const deletions = new Set<string>()
        for (let change = 0; change < 1 + random() * 8; change++) {
          const key = `default/pod-${Math.floor(random() * 40)}`
          rows.delete(key)
          deletions.delete(key)
          if (random() < 0.3) deletions.add(key)
          else rows.set(key, podRow(key, `${flush}.${change}`, { node: 'n'.repeat(random() * 20_000) }))
        }
        shelf.append([...rows.values()], [...deletions])
        for (const [key, row] of rows) oracle.set(key, row)
        for (const key of deletions) oracle.delete(key)
        if (random() < 0.5) shelf.compact()
        expect(contents(shelf.directory.rows())).toEqual(contents(oracle.values()))
        if (random() > 0.1) continue
        const reopened = shelf.reopened()
        expect(contents(reopened.rows())).toEqual(contents(oracle.values()))
        expect(reopened.sums()).toEqual(shelf.directory.sums())
        expect(reopened.liveBytes).toBeCloseTo(shelf.directory.liveBytes, 3)
        expect(reopened.rows()).toEqual(expect.arrayContaining([...oracle.values()]))
        if (random() < 0.5) shelf.directory = reopened
      }
    },
  )

  test('drops a deletion once no chunk holds the row', () => {
    const shelf = new Shelf()
    for (let i = 0; i < 3_000; i++) {
      shelf.append(
        [podRow(`default/job-${i}`, i, { node: 'n'.repeat(2_000) })],
        i > 0 ? [`default/job-${i - 1}`] : [],
      )
      shelf.compact()
    }
    expect(shelf.directory.rows()).toHaveLength(1)
    expect([...shelf.directory.chunks].length).toBeLessThan(10)
  })
})

describe('write amplification', () => {
  const COUNT = 2_000
  const body = { node: 'n'.repeat(2_000) }
  const filled = () => {
    const shelf = new Shelf()
    for (let i = 0; i < COUNT; i += 500)
      shelf.append(
        Array.from({ length: 500 }, (_, j) => podRow(`default/pod-${i + j}`, 1, body)),
        [],
      )
    return shelf
  }

  test.each([
    ['all objects equally', 1, (random: () => number) => Math.floor(random() * COUNT)],
    ['all objects equally, in large flushes', 200, (random: () => number) => Math.floor(random() * COUNT)],
    ['one object repeatedly', 1, () => 7],
    ['mostly a few objects', 20, (random: () => number) => Math.floor(COUNT * random() ** 8)],
    [
      'one object after another',
      10,
      (() =>
        (
          (at: number) => () =>
            at++ % COUNT
        )(0))(),
    ],
  ])(
    'writes less than three times the changed bytes, and takes less than twice the live bytes: %s',
    (_, many, pick) => {
      const random = seededRandom(5)
      const shelf = filled()
      const before = { changed: shelf.changedBytes, written: shelf.writtenBytes }
      for (let changes = 0, flush = 2; changes < 5 * COUNT; changes += many, flush++) {
        const rows = new Map(
          Array.from({ length: many }, () => `default/pod-${pick(random)}`).map(key => [
            key,
            podRow(key, flush, body),
          ]),
        )
        shelf.append([...rows.values()], [])
        shelf.compact()
        expect([...shelf.directory.chunks].length).toBeLessThan(400)
      }
      const ratio = (shelf.writtenBytes - before.written) / (shelf.changedBytes - before.changed)
      expect(ratio).toBeLessThan(2.8)
      expect(shelf.directory.sums().bytes).toBeLessThan(2 * shelf.directory.liveBytes)
    },
  )
})
