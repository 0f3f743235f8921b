import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { KubernetesObject } from '../../api/object.ts'
import type { Row, RowBody } from '../../api/row.ts'
import { Indexer } from '../../cache/store/indexer.ts'
import { contentOf } from '../../row/read-body.ts'
import { rowAccess } from '../../row/read-row.ts'
import { loadProtobuf } from '../load-protobuf.ts'
import { BodyBuffers } from './body-buffers.ts'
import { repackBodies } from './repack-bodies.ts'

const SHARED_BYTES = 64 * 1024

const bytesOf = (row: Row): Uint8Array => contentOf(row.body) as Uint8Array
const buffersOf = (rows: readonly Row[]) => [...new Set(rows.map(row => bytesOf(row).buffer))]
const sumOf = (parts: readonly { readonly byteLength: number }[]) =>
  parts.reduce((sum, { byteLength }) => sum + byteLength, 0)

/** Makes rows whose bodies share buffers, as those of one connection do. */
function createRows() {
  const buffers = new BodyBuffers()
  let version = 0
  return (name: string, size: number): Row => {
    const body = buffers.allocate(size)
    body.fill(++version)
    return rowOf(name, `${version}`, body)
  }
}

const rowOf = (name: string, resourceVersion: string, body: Uint8Array | string | undefined): Row => ({
  key: name,
  uid: name,
  resourceVersion,
  namespace: '',
  name,
  body: body as unknown as RowBody<KubernetesObject>,
})

/** The rows of a buffer of the largest size. */
function fullBuffer(): Row[] {
  const create = createRows()
  const rows = Array.from({ length: 30 }, (_, i) => create(`${i}`, 8_192))
  const { buffer } = bytesOf(rows[20] as Row)
  return rows.filter(row => bytesOf(row).buffer === buffer)
}

describe('repackBodies', () => {
  test('copies the bodies of a buffer of which less than half is used', () => {
    const [kept, others] = [fullBuffer().slice(0, 3), fullBuffer().slice(0, 3)]
    const before = [...kept, ...others].map(row => bytesOf(row).slice())
    const buffers = buffersOf([...kept, ...others])
    repackBodies([...kept, ...others])
    expect([...kept, ...others].map(bytesOf)).toEqual(before)
    for (const buffer of buffers) expect(buffersOf([...kept, ...others])).not.toContain(buffer)
    expect(sumOf(buffersOf([...kept, ...others]))).toBeLessThan(1.5 * sumOf(before))
  })

  test('copies no body twice', () => {
    for (const count of [1, 2, 3]) {
      const rows = fullBuffer().slice(0, count)
      repackBodies(rows)
      const bodies = rows.map(bytesOf)
      repackBodies(rows)
      for (const [i, row] of rows.entries()) expect(bytesOf(row)).toBe(bodies[i])
    }
  })

  test('keeps a buffer of which half is used', () => {
    const rows = fullBuffer().slice(0, 4)
    const bodies = rows.map(bytesOf)
    repackBodies(rows)
    for (const [i, row] of rows.entries()) expect(bytesOf(row)).toBe(bodies[i])
  })

  test('leaves texts, large bodies, which have a buffer of their own, and whatever a transform makes', () => {
    const large = createRows()('large', SHARED_BYTES)
    const frozen = Object.freeze(fullBuffer()[0] as Row)
    const rows = [large, rowOf('text', '1', '{}'), rowOf('none', '1', undefined), frozen]
    const bodies = rows.map(({ body }) => body)
    repackBodies(rows)
    expect(rows.map(({ body }) => body)).toEqual(bodies)
    expect(frozen.body).toBe(bodies[3])
  })
})

describe('a store of rows', () => {
  interface Write {
    readonly type: 'put' | 'delete' | 'relist'
    readonly name: number
    readonly size: number
  }
  const writes = fc.array(
    fc.record<Write>({
      type: fc.constantFrom('put', 'put', 'put', 'put', 'put', 'put', 'delete', 'relist'),
      name: fc.nat(60),
      size: fc.integer({ min: 100, max: 6_000 }),
    }),
    { minLength: 200, maxLength: 900 },
  )

  test('keeps the objects that a map has, whatever it repacks', async () => {
    await loadProtobuf()
    fc.assert(
      fc.property(writes, steps => {
        const create = createRows()
        const indexer = new Indexer<Row>({ access: rowAccess })
        const expected = new Map<string, { readonly row: Row; readonly bytes: Uint8Array }>()
        for (const { type, name, size } of steps) {
          const row = create(`${name}`, size)
          if (type === 'delete') {
            indexer.delete(row)
            expected.delete(row.key)
          } else {
            expected.set(row.key, { row, bytes: bytesOf(row).slice() })
            if (type === 'put') indexer.add(row)
            else indexer.replace([...expected.values()].map(each => each.row))
          }
        }
        for (const [key, { row, bytes }] of expected) {
          expect(indexer.getByKey(key)).toBe(row)
          expect(bytesOf(row)).toEqual(bytes)
        }
        expect(indexer.size).toBe(expected.size)
      }),
      { numRuns: 40 },
    )
  })

  test.each([
    ['one after another', (event: number) => event],
    ['at random', (event: number) => Math.imul(event, 2_654_435_761) >>> 8],
    ['mostly the same', (event: number) => (event % 10 ? event % 97 : event)],
  ])('of which objects change %s keeps at most about twice the bytes of its rows', async (_, nameOf) => {
    await loadProtobuf()
    const count = 1_000
    const create = createRows()
    const indexer = new Indexer<Row>({ access: rowAccess })
    indexer.replace(Array.from({ length: count }, (__, i) => create(`${i}`, 3_000)))
    let most = 0
    for (let event = 0; event < 10 * count; event++) {
      indexer.add(create(`${nameOf(event) % count}`, 3_000))
      if (event % 50 === 0) most = Math.max(most, sumOf(buffersOf(indexer.list())))
    }
    expect(most).toBeLessThan(2.1 * 3_000 * count)
  })

  test('to which each connection adds one object keeps little more than their bytes', async () => {
    await loadProtobuf()
    const indexer = new Indexer<Row>({ access: rowAccess })
    for (let i = 0; i < 500; i++) indexer.add(createRows()(`${i}`, 3_000))
    expect(sumOf(buffersOf(indexer.list()))).toBeLessThan(1.1 * 3_000 * 500)
  })

  test('of which a relist replaces few rows does not keep the buffers of the others', async () => {
    await loadProtobuf()
    const count = 1_000
    const indexer = new Indexer<Row>({ access: rowAccess })
    const listed = (create: ReturnType<typeof createRows>) =>
      Array.from({ length: count }, (_, i) => create(`${i}`, 3_000))
    indexer.replace(listed(createRows()))
    for (let relist = 0; relist < 3; relist++)
      indexer.exchangeAll(listed(createRows()), '2', {
        // Every tenth object has changed.
        choose: (object, stored) => (stored && Number(object.name) % 10 !== relist ? stored : object),
      })
    expect(sumOf(buffersOf(indexer.list()))).toBeLessThan(2.1 * 3_000 * count)
  })
})
