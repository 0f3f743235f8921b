import { expect, test } from 'vitest'
import { ProtocolError } from '../../api/errors.ts'
import { columnsOf, readColumns } from './table-columns.ts'

const NAME = { name: 'Name', type: 'string', format: 'name', description: 'd', priority: 1 }
const PLAIN = { name: 'Age', type: '', format: '', description: '', priority: 0 }

test('columns are read without other members, with defaults, and frozen', () => {
  const { definitions } = readColumns([{ ...NAME, other: 1 }, { name: 'Age' }])
  expect(definitions).toEqual([NAME, PLAIN])
  expect([definitions, ...definitions].every(Object.isFrozen)).toBe(true)
  expect(readColumns([]).definitions).toEqual([])
})

test.each([
  undefined,
  null,
  {},
  'Name',
  [null],
  [{}],
  ...['name', 'type', 'format', 'description'].map(member => [{ ...NAME, [member]: 1 }]),
  [{ ...NAME, priority: '1' }],
])('%j are no columns', definitions => expect(() => readColumns(definitions)).toThrow(ProtocolError))

/** FNV-1a by its definition. */
function fnv(text: string): string {
  const next = (sum: bigint, at: number) => ((sum ^ BigInt(text.charCodeAt(at))) * 16_777_619n) & 0xffff_ffffn
  return Array.from({ length: text.length }, (_, at) => at)
    .reduce(next, 2_166_136_261n)
    .toString(36)
}

test('the id of columns is the checksum and the length of their text', () => {
  for (const columns of [[], [NAME], [PLAIN, NAME]]) {
    const text = JSON.stringify(columns)
    expect(columnsOf(columns).id).toBe(`${fnv(text)}-${text.length.toString(36)}`)
  }
})
