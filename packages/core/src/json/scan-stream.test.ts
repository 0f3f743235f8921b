import { describe, expect, test, vi } from 'vitest'
import { PlainScanner } from './plain-scanner.ts'
import { ScanStream } from './scan-stream.ts'
import type { Scanner } from './scanner.ts'

const encoder = new TextEncoder()

const open = (remembers: boolean): ScanStream => {
  const stream = new ScanStream({ limit: 1, stop: -1, remembers, what: 'a line' })
  stream.push(encoder.encode('{"unfinished":'), () => {})
  return stream
}

function borrowed(remembers: boolean): Scanner {
  const stream = open(remembers)
  const { scanner } = stream
  stream.close()
  return scanner
}

describe('ScanStream', () => {
  test('concurrent streams never share a scanner, consecutive streams do', () => {
    const [one, other] = [open(true), open(true)]
    const { scanner } = other
    expect(one.scanner).not.toBe(scanner)
    one.close()
    other.close()
    other.close()
    expect(borrowed(true)).toBe(scanner)
    expect(borrowed(false)).not.toBe(scanner)
  })

  test('a host without WebAssembly does not create a scanner per network read', () => {
    const { WebAssembly } = globalThis as { WebAssembly?: unknown }
    try {
      Object.assign(globalThis, { WebAssembly: undefined })
      // Other files of this process have left scanners that remember.
      let other = open(true)
      for (let left = 0; other.scanner.remembers && left < 1_000; left++) other = open(true)
      const { scanner } = other
      expect(scanner.remembers).toBe(false)
      other.close()
      expect(borrowed(true)).toBe(scanner)
    } finally {
      Object.assign(globalThis, { WebAssembly })
    }
  })

  test('the offsets of a long text are complete, although it moves and outgrows its scanner', () => {
    const stream = new ScanStream({ limit: 1, stop: 0, what: 'an object' })
    const members = Array.from({ length: 250_000 }, (_, i) => `"${i}":${i % 10}`)
    const texts = ['{"small":1}', `{${members.join()}}`, '{"next":[]}']
    const seen: { text: string; marks: string }[] = []
    const decoder = new TextDecoder()
    const bytes = encoder.encode(texts.join('\n'))
    for (let from = 0; from < bytes.length; from += 50_001) {
      stream.push(bytes.subarray(from, from + 50_001), stop => {
        const { offsets, count, start, scanner } = stream
        const marks = decoder.decode(
          Uint8Array.from(offsets.subarray(0, count), at => scanner.bytes[at] ?? 0),
        )
        seen.push({ text: decoder.decode(scanner.bytes.subarray(start, stop)).trim(), marks })
        stream.take(stop, count)
      })
    }
    stream.close()
    expect(seen.map(({ text }) => text)).toEqual(texts)
    expect(seen.map(({ marks }) => marks)).toEqual(['{:}', `{${members.map(() => ':').join()}}`, '{:[]}'])
  })

  test('what is not taken stays with its offsets, although the text moves within its scanner', () => {
    const object = (size: number) => `{"a":"${'x'.repeat(size)}","b":[{}]}`
    const texts = Array.from({ length: 40 }, (_, i) => object(i % 3 === 0 ? 5 : 30_000 + i))
    const bytes = encoder.encode(texts.join(''))
    const stream = new ScanStream({ limit: 1, stop: 0, what: 'an object' })
    const decoder = new TextDecoder()
    const marksOf = (count: number) =>
      decoder.decode(Uint8Array.from(stream.offsets.subarray(0, count), at => stream.scanner.bytes[at] ?? 0))
    const taken: string[] = []
    let stops = 0
    for (let from = 0; from < bytes.length; from += 50_001) {
      stream.push(bytes.subarray(from, from + 50_001), stop => {
        stops++
        // Two objects have arrived: the first one is taken alone.
        if (stops === 1) return
        const end = stream.offsets[6] ?? 0
        expect(marksOf(stream.count)).toBe('{:,:[]}{:,:[]}')
        expect(stop).toBe((stream.offsets[stream.count - 1] ?? 0) + 1)
        taken.push(decoder.decode(stream.scanner.bytes.subarray(stream.start, end + 1)))
        stream.take(end + 1, 7)
      })
      expect(stream.pending).toBe(true)
    }
    expect(taken).toEqual(texts.slice(0, -1))
    expect(decoder.decode(stream.rest())).toBe(texts.at(-1))
    expect(stream.end - stream.start).toBe(texts.at(-1)?.length)
    stream.close()
    expect([stream.start, stream.end, stream.pending]).toEqual([0, 0, false])
  })

  test.each([
    [100, undefined],
    [101, 'a line is longer than 100 bytes'],
  ])('%d bytes without a stop, of at most 100: %s', (size, message) => {
    const stream = new ScanStream({ limit: 1, stop: -1, what: 'a line', maxLength: 100 })
    const push = () => {
      stream.push(encoder.encode('1\n'), stop => stream.take(stop, stream.count))
      stream.push(encoder.encode('1'.repeat(size)), () => {})
    }
    if (message) expect(push).toThrow(message)
    else push()
    stream.close()
  })

  test('a scanner of a huge text is not reused, that of a large one is', () => {
    for (const [size, isReused] of [
      [1_000_000, true],
      [9_000_000, false],
    ] as const) {
      const stream = new ScanStream({ limit: 1, stop: -1, remembers: true, what: 'a line' })
      stream.push(encoder.encode(`{"a":"${'x'.repeat(size)}`), () => {})
      const { scanner } = stream
      stream.close()
      const next = open(true)
      expect(next.scanner === scanner).toBe(isReused)
      next.close()
    }
  })

  test('a text without a stop is an error, and the scanner can be reused', () => {
    const stream = new ScanStream({ limit: 1, stop: -1, what: 'a line', maxLength: 100 })
    expect(() => stream.push(encoder.encode('{'.repeat(101)), () => {})).toThrow(
      'a line is longer than 100 bytes',
    )
    stream.close()
    const next = open(false)
    expect([next.scanner.depth, next.pending]).toEqual([1, true])
    next.close()
  })

  // Counts work instead of time.
  test.each([['WebAssembly'], ['plain TypeScript']])('a dense text takes linear work, in %s', form => {
    const { WebAssembly } = globalThis as { WebAssembly?: unknown }
    try {
      if (form !== 'WebAssembly') Object.assign(globalThis, { WebAssembly: undefined })
      for (const size of [1_000_000, 2_000_000, 8_000_000]) {
        const { moved, scanned } = workOf(`[${','.repeat(size)}]`)
        // The bytes and their offsets arrive once, and move to larger buffers for twice their number at most.
        expect(moved / size).toBeLessThan(6)
        if (form !== 'WebAssembly') expect(scanned).toBe(size + 2)
      }
    } finally {
      Object.assign(globalThis, { WebAssembly })
    }
  })
})

/** The elements that are copied while a text arrives and is taken, and the bytes that the scanner in TypeScript passes over. */
function workOf(text: string): { readonly moved: number; readonly scanned: number } {
  let moved = 0
  let scanned = 0
  const { set, copyWithin, map, slice } = Uint8Array.prototype
  const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as Uint32Array
  const spies = [
    vi.spyOn(typedArray, 'set').mockImplementation(function (this: Uint8Array, from, at) {
      moved += from.length
      set.call(this, from, at)
    }),
    vi.spyOn(typedArray, 'copyWithin').mockImplementation(function (this: Uint8Array, to, from, end) {
      moved += (end ?? this.length) - from
      return copyWithin.call(this, to, from, end) as never
    }),
    vi.spyOn(typedArray, 'map').mockImplementation(function (this: Uint8Array, change) {
      moved += this.length
      return map.call(this, change as never) as never
    }),
    vi.spyOn(typedArray, 'slice').mockImplementation(function (this: Uint8Array, from, to) {
      moved += this.length
      return slice.call(this, from, to) as never
    }),
  ]
  const { scan } = PlainScanner.prototype
  spies.push(
    vi.spyOn(PlainScanner.prototype, 'scan').mockImplementation(function (
      this: PlainScanner,
      from,
      to,
      ...rest
    ) {
      scanned += to - from
      return scan.call(this, from, to, ...rest)
    }) as never,
  )
  try {
    const stream = new ScanStream({ limit: 1, stop: 0, what: 'an object' })
    const bytes = encoder.encode(text)
    stream.push(bytes, stop => stream.take(stop, stream.count))
    stream.close()
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return { moved, scanned }
}
