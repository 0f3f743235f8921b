import { expect, test } from 'vitest'
import { CachedObject } from '../../items/cached-object.ts'
import { type Delivery, ObjectDelivery } from '../../watch/delivery.ts'
import { SharedChunks } from './shared-chunks.ts'

const delivery = (name: string): Delivery =>
  new ObjectDelivery('ADDED', new CachedObject({ metadata: { name } }))

/** Encodes names and counts the calls. */
function naming(prefix = '') {
  const encoder = {
    count: 0,
    encode: (subject: Delivery) => {
      encoder.count++
      return `${prefix}${subject.type === 'ADDED' ? subject.subject.name : ''}\n`
    },
  }
  return encoder
}
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

test('streams that take the same deliveries in the same turn get the same bytes', async () => {
  const encoder = naming()
  const chunks = new SharedChunks(encoder, encoder)
  const [a, b, c] = [delivery('a'), delivery('b'), delivery('c')]
  const first = chunks.of([a, b])
  expect(chunks.of([a, b])).toBe(first)
  expect(textOf(first)).toBe('a\nb\n')
  expect(textOf(chunks.of([a, b, c]))).toBe('a\nb\nc\n')
  expect(textOf(chunks.of([b, a]))).toBe('b\na\n')
  expect(encoder.count).toBe(3)
  const late = chunks.of([a, b])
  await Promise.resolve()
  expect(chunks.of([a, b])).not.toBe(late)
})

test('a form with a distinct first frame starts each stream with it', () => {
  const [first, later] = [naming('first '), naming()]
  const chunks = new SharedChunks(first, later)
  const deliveries = [delivery('a'), delivery('b')]
  expect(textOf(chunks.firstOf(deliveries))).toBe('first a\nb\n')
  expect(textOf(chunks.of(deliveries))).toBe('a\nb\n')
})

test('non-ASCII text is encoded in full', () => {
  const encoder = naming()
  const chunks = new SharedChunks(encoder, encoder)
  const names = ['a', 'ä€𝄞'.repeat(50), 'b', '\ud800']
  const text = textOf(chunks.of(names.map(delivery)))
  expect(text).toBe(`${['a', 'ä€𝄞'.repeat(50), 'b', '\ufffd'].join('\n')}\n`)
})

test('large objects do not produce huge chunks', () => {
  const encoder = naming()
  const chunks = new SharedChunks(encoder, encoder)
  expect(chunks.fitting).toBe(16)
  chunks.of([delivery('x'.repeat(100_000))])
  expect(chunks.fitting).toBe(1)
})
