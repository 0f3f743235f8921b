import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createScanner } from './create-scanner.ts'
import { PlainScanner } from './plain-scanner.ts'
import { MAX_CUTS, SCAN_STEP, type Scanner } from './scanner.ts'
import { createSimdScanner } from './simd-scanner.ts'

const simd = (): Scanner => {
  const scanner = createSimdScanner({ size: 65_536, remembers: true })
  if (!scanner) throw new Error('this host has no WebAssembly with SIMD')
  return scanner
}
const forms: readonly (readonly [string, () => Scanner])[] = [
  ['WebAssembly', simd],
  ['plain TypeScript', () => new PlainScanner(65_536)],
]
const encoder = new TextEncoder()

/** The result of a scan: the structural offsets and the stops, relative to the text. */
interface Seen {
  readonly offsets: readonly number[]
  readonly stops: readonly number[]
  readonly depth: number
  readonly quoted: boolean
}

function scan(scanner: Scanner, text: string, limit: number, stop: number, cuts: readonly number[]): Seen {
  scanner.reset()
  const bytes = encoder.encode(text)
  scanner.bytes.set(bytes, scanner.base)
  const stops: number[] = []
  const ends = [...cuts.map(cut => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
  let from = 0
  for (const to of ends) {
    while (from < to) {
      const stopped = scanner.scan(scanner.base + from, scanner.base + to, limit, stop)
      from = stopped === -1 ? to : stopped - scanner.base
      if (stopped !== -1) stops.push(from)
    }
  }
  const offsets = [...scanner.offsets.subarray(0, scanner.count)].map(offset => offset - scanner.base)
  return { offsets, stops, depth: scanner.depth, quoted: scanner.quoted }
}

/** A naive reference implementation. */
function oracle(text: string, limit: number, stop: number): Seen {
  const bytes = encoder.encode(text)
  const offsets: number[] = []
  const stops: number[] = []
  let depth = 0
  let quoted = false
  for (let i = 0; i < bytes.length; i++) {
    const character = String.fromCharCode(bytes[i] ?? 0)
    if (quoted) {
      if (character === '\\') i++
      else if (character === '"') quoted = false
    } else if (character === '"') quoted = true
    else if (character === '\n' && stop < 0) stops.push(i + 1)
    else if ('}]'.includes(character)) {
      depth--
      if (depth <= limit) offsets.push(i)
      if (depth <= stop) stops.push(i + 1)
    } else if ('{[,:'.includes(character)) {
      if (depth <= limit) offsets.push(i)
      if ('{['.includes(character)) depth++
    }
  }
  return { offsets, stops, depth, quoted }
}

const json = fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' }).map(value => JSON.stringify(value))
const hostileStrings = fc.array(fc.constantFrom('\\', '"', '{', ']', 'a', ',', ':', 'ö', '🐳'), {
  maxLength: 80,
})
const texts = fc.oneof(
  json,
  fc.array(json, { maxLength: 6 }).map(values => `[${values.join(', ')}]`),
  hostileStrings.map(parts => JSON.stringify({ [parts.join('')]: [parts.join(''), { x: parts.join('') }] })),
)

describe.each(forms)('the scanner in %s', (_, create) => {
  const scanner = create()

  test('begins with nothing, and has room for the offsets of a step and for all cuts', () => {
    const fresh = create()
    expect(fresh).toMatchObject({ count: 0, depth: 0, quoted: false, escaped: false, known: [] })
    expect(fresh.offsets.length).toBeGreaterThanOrEqual(2 * SCAN_STEP)
    expect(fresh.cuts).toHaveLength(2 * MAX_CUTS)
    // What stands before the text may be overwritten, and scanners read ahead.
    expect(fresh.base).toBeGreaterThanOrEqual(1_024)
    expect(fresh.bytes.length).toBeGreaterThanOrEqual(fresh.base + 65_536 + 64)
  })

  test('forgets where a text was left', () => {
    scanner.reset()
    scanner.bytes.set(encoder.encode('{"a\\'), scanner.base)
    expect(scanner.scan(scanner.base, scanner.base + 4, 1, 0)).toBe(-1)
    expect(scanner).toMatchObject({ count: 1, depth: 1, quoted: true, escaped: true })
    const next = create()
    next.copyState(scanner)
    expect(next).toMatchObject({ count: 1, depth: 1, quoted: true, escaped: true })
    scanner.reset()
    expect(scanner).toMatchObject({ count: 0, depth: 0, quoted: false, escaped: false })
    next.copyState(scanner)
    expect(next).toMatchObject({ count: 0, depth: 0, quoted: false, escaped: false })
  })

  test('continues at a count and a depth that are set', () => {
    scanner.reset()
    scanner.bytes.set(encoder.encode('[,]'), scanner.base)
    scanner.count = 2
    scanner.depth = -1
    scanner.scan(scanner.base, scanner.base + 3, 1, -9)
    expect([scanner.count, scanner.depth]).toEqual([5, -1])
    expect([...scanner.offsets.subarray(2, 5)]).toEqual([0, 1, 2].map(at => scanner.base + at))
  })

  test('finds structural characters outside strings for any chunking', () => {
    fc.assert(
      fc.property(
        texts,
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: 0, max: 3 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        (text, limit, stop, cuts) => {
          const at = Math.min(stop, limit)
          expect(scan(scanner, text, limit, at, cuts)).toEqual(oracle(text, limit, at))
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('stops at every newline if requested', () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 5 }), fc.array(fc.nat(), { maxLength: 12 }), (lines, cuts) => {
        const text = lines.map(line => `${line}\n`).join('')
        expect(scan(scanner, text, 1, -1, cuts)).toEqual(oracle(text, 1, -1))
      }),
    )
  })

  test('stops at a newline inside a string, which is invalid JSON', () => {
    const seen = scan(scanner, '{"a":"b\n', 1, -1, [])
    expect(seen).toMatchObject({ stops: [8], quoted: true, depth: 1 })
  })

  test('a backslash at the end of a chunk escapes the first character of the next one', () => {
    const text = '{"a":"\\"}","b":1}'
    for (let cut = 1; cut < text.length; cut++) {
      expect(scan(scanner, text, 1, 0, [cut])).toEqual(oracle(text, 1, 0))
    }
  })

  test('cuts by moving the kept parts to the right', () => {
    scanner.reset()
    scanner.bytes.set(encoder.encode('0123456789'), scanner.base)
    scanner.cuts.set([2, 4, 7, 8].map(at => scanner.base + at))
    const start = scanner.slide(scanner.base, 2)
    const end = scanner.base + 10
    expect(start).toBe(scanner.base + 3)
    // The text after the last cut has not moved.
    expect(new TextDecoder().decode(scanner.bytes.subarray(start, scanner.base + 8))).toBe('01456')
    expect(new TextDecoder().decode(scanner.bytes.subarray(scanner.base + 8, end))).toBe('89')
  })

  test('continues from the state of another scanner', () => {
    const text = '{"a":"x\\"{","b":[1]}'
    for (let cut = 1; cut < text.length; cut++) {
      const other = create()
      scan(other, text.slice(0, cut), 2, -2, [])
      const next = create()
      next.copyState(other)
      next.offsets.set(other.offsets.subarray(0, other.count))
      next.bytes.set(encoder.encode(text), next.base)
      next.scan(next.base + cut, next.base + text.length, 2, -2)
      const offsets = [...next.offsets.subarray(0, next.count)].map(offset => offset - next.base)
      expect(offsets).toEqual(oracle(text, 2, -2).offsets)
    }
  })
})

describe('malformed text', () => {
  const [fast, plain] = [simd(), new PlainScanner(65_536)]
  const piece = fc.oneof(
    fc.constantFrom(
      '\\',
      '\\"',
      '"',
      '\n',
      '\\\n',
      '{',
      '}',
      '[',
      ']',
      '}}}',
      ',',
      ':',
      'a',
      ' '.repeat(62),
      '\\'.repeat(63),
    ),
    fc.string({ maxLength: 3, unit: 'binary' }),
  )
  const malformed = fc.array(piece, { maxLength: 60 }).map(pieces => pieces.join(''))

  test('looks the same to both forms, for any chunking, stop and limit', () => {
    fc.assert(
      fc.property(
        malformed,
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: -1, max: 3 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        (text, limit, stop, cuts) => {
          const at = Math.min(stop, limit)
          expect(scan(plain, text, limit, at, cuts)).toEqual(scan(fast, text, limit, at, cuts))
        },
      ),
      { numRuns: 5_000 },
    )
  })
})

test('the plain scanner remembers nothing', () => {
  const plain = new PlainScanner(100)
  expect([plain.remembers, plain.remember(), plain.remember()]).toEqual([false, -1, -1])
  expect([simd().remembers, createScanner({ size: 100, remembers: false }).remembers]).toEqual([true, false])
})

describe('remembering', () => {
  const put = (scanner: Scanner, text: string): [number, number] => {
    const bytes = encoder.encode(text)
    scanner.bytes.set(bytes, scanner.base)
    return [scanner.base, bytes.length]
  }

  test('assigns an id at the second occurrence and returns the same id from then on', () => {
    const scanner = simd()
    const ids = ['"spec":{"a":1}', '"spec":{"a":2}'].map(text => {
      const at = put(scanner, text)
      return [scanner.remember(...at), scanner.remember(...at), scanner.remember(...at)]
    })
    expect(ids).toEqual([
      [-1, 1, 0],
      [-1, 3, 2],
    ])
  })

  test('never confuses two values', () => {
    const scanner = simd()
    const byId = new Map<number, string>()
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40 }), text => {
        const at = put(scanner, text)
        scanner.remember(...at)
        const id = scanner.remember(...at)
        if (id === -1) return
        if (id % 2 === 1) byId.set(id >> 1, text)
        expect(byId.get(id >> 1)).toBe(text)
      }),
      { numRuns: 5_000 },
    )
  })

  test('forgets everything when its memory is nearly full', () => {
    const scanner = simd()
    let i = 0
    for (; scanner.known.length < 12_500 && i < 20_000; i++) {
      const at = put(scanner, `"a value of some length":${i}`)
      scanner.remember(...at)
      const id = scanner.remember(...at)
      if (id !== -1) scanner.known[id >> 1] = i
    }
    expect(scanner.known.length).toBe(12_500)
    scanner.reset()
    expect(scanner.known).toEqual([])
    expect(scanner.remember(...put(scanner, '"a value of some length":0'))).toBe(-1)
  })
})

test('hosts that forbid WebAssembly use the plain scanner', () => {
  const { WebAssembly } = globalThis as { WebAssembly?: unknown }
  try {
    Object.assign(globalThis, { WebAssembly: undefined })
    expect(createScanner({ size: 100, remembers: true })).toBeInstanceOf(PlainScanner)
  } finally {
    Object.assign(globalThis, { WebAssembly })
  }
})
