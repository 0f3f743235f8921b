import { MAX_CUTS, type Scanner, type ScannerOptions } from './scanner.ts'
import { SIMD_SCANNER_WASM } from './simd-scanner-wasm.ts'

/** The memory layout in bytes; simd-scanner.wat has the same values. */
const CUTS = 1_024
const OFFSETS = 65_536
const OFFSETS_SIZE = 262_144
const MARKS = 327_680
const ARENA = 655_360
const ARENA_SIZE = 4 * 1024 * 1024
const PAGE = 65_536
/** Free space before the text, for a new beginning, and after it, since 64 bytes are read at a time. */
const MARGIN = 1_024

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  scan(from: number, to: number, limit: number, stop: number): number
  slide(start: number, cutCount: number): number
  remember(from: number, length: number): number
}

/** The used part of the WebAssembly API, which some hosts lack. */
interface WebAssemblyHost {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}

/** Compiled once per realm; `null` if the host forbids WebAssembly or lacks SIMD. */
let compiled: object | null | undefined

function compile({ Module }: WebAssemblyHost): object | null {
  try {
    const digits = SIMD_SCANNER_WASM.match(/../g) ?? []
    return new Module(Uint8Array.from(digits, byte => Number.parseInt(byte, 16)))
  } catch {
    return null // A Content-Security-Policy without 'wasm-unsafe-eval', an edge runtime, or an old engine.
  }
}

/** Creates a WebAssembly scanner; undefined if the host does not support it. */
export function createSimdScanner(options: ScannerOptions): Scanner | undefined {
  const host = (globalThis as { readonly WebAssembly?: WebAssemblyHost }).WebAssembly
  if (!host) return undefined
  compiled ??= compile(host)
  if (compiled === null) return undefined
  try {
    return new SimdScanner(new host.Instance(compiled).exports as Exports, options)
  } catch {
    return undefined // Not enough memory for another instance.
  }
}

class SimdScanner implements Scanner {
  readonly bytes: Uint8Array
  readonly base: number
  readonly offsets: Uint32Array
  readonly cuts: Uint32Array
  readonly remembers: boolean
  readonly known: unknown[] = []
  readonly scan: Scanner['scan']
  readonly slide: Scanner['slide']
  readonly remember: Scanner['remember']
  /** out, depth, quoted (two words), escaped (two), arena, its end, ids. */
  readonly #state: Uint32Array

  constructor({ memory, scan, slide, remember }: Exports, { size, remembers }: ScannerOptions) {
    const arenaEnd = ARENA + (remembers ? ARENA_SIZE : 0)
    this.base = arenaEnd + MARGIN
    memory.grow(Math.ceil((this.base + size + MARGIN) / PAGE))
    const { buffer } = memory
    this.bytes = new Uint8Array(buffer)
    this.offsets = new Uint32Array(buffer, OFFSETS, OFFSETS_SIZE / 4)
    this.cuts = new Uint32Array(buffer, CUTS, MAX_CUTS * 2)
    this.remembers = remembers
    this.#state = new Uint32Array(buffer, 0, 9)
    this.#state[7] = arenaEnd
    this.#forget()
    this.scan = scan
    this.slide = slide
    this.remember = remember
    this.count = 0
  }

  get count(): number {
    return ((this.#state[0] as number) - OFFSETS) >> 2
  }

  set count(count: number) {
    this.#state[0] = OFFSETS + count * 4
  }

  get depth(): number {
    return (this.#state[1] as number) | 0
  }

  set depth(depth: number) {
    this.#state[1] = depth
  }

  get quoted(): boolean {
    return this.#state[2] !== 0
  }

  get escaped(): boolean {
    return this.#state[4] !== 0
  }

  copyState({ count, depth, quoted, escaped }: Scanner): void {
    this.count = count
    this.depth = depth
    this.#state.fill(quoted ? 0xffff_ffff : 0, 2, 4)
    this.#state[4] = escaped ? 1 : 0
  }

  reset(): void {
    this.#state.fill(0, 0, 6)
    this.count = 0
    const [, , , , , , arena = 0, end = 0, ids = 0] = this.#state
    // Entries of garbage-collected scanners would block new ones.
    const crowded = arena + PAGE > end || ids > 12_000
    if (this.remembers && crowded) this.#forget()
  }

  #forget(): void {
    this.bytes.fill(0, MARKS, ARENA)
    this.#state[6] = ARENA
    this.#state[8] = 0
    this.known.length = 0
  }
}
