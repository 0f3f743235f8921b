import { integer, seededRandomAt } from '../object/random.ts'
import type { ContainerRun } from './container-run.ts'
import { lastLines } from './traces.ts'
import { type Voice, voiceOf } from './voice.ts'

/** One or more lines that a container wrote at once. */
export interface LogRecord {
  /** In ms since the Unix epoch. */
  readonly at: number
  readonly lines: readonly string[]
}

/** The random numbers that one record may use. */
const DRAWS = 64
/** The distance of the first records, in ms. */
const START_MS = 50
/** The records of one file. A kubelet keeps the current file and the one before it. */
const FILE_RECORDS = 5000
/** The shortest mean distance of two records, in ms, and the width of its range. */
const MIN_EVERY_MS = 300
const EVERY_RANGE_MS = 2700

/**
 * The log of one run of a container. Record `n` is a function of the run and `n`, and its time nearly one of `n` alone: nothing
 * is stored, and the end of a long log costs as much as that of a short one.
 */
export class RunLog {
  readonly #run: ContainerRun
  readonly #voice: Voice
  readonly #seed: number
  readonly #everyMs: number
  /** The number of records before the last one of an ended run. */
  readonly #endCount: number

  constructor(run: ContainerRun) {
    this.#run = run
    this.#voice = voiceOf(run)
    this.#seed = hashOf(`${run.uid}/${run.container}/${run.restarts}`)
    this.#everyMs = MIN_EVERY_MS + integer(seededRandomAt(this.#seed, 1), EVERY_RANGE_MS)
    this.#endCount = run.ended ? this.#countUntil(run.ended.at) : Number.POSITIVE_INFINITY
  }

  get hasEnded(): boolean {
    return this.#run.ended !== undefined
  }

  /** The number of records that are written at a time. */
  count(now: number): number {
    return this.hasEnded ? this.#endCount + 1 : this.#countUntil(now)
  }

  /** The first record that a kubelet still has when there are `count`. */
  firstKept(count: number): number {
    return Math.max(0, Math.floor(count / FILE_RECORDS) - 1) * FILE_RECORDS
  }

  /** The first record that is not older than a time. */
  firstSince(time: number): number {
    return Math.min(this.#countUntil(time - 1), this.#endCount)
  }

  /** When record `n` is written, in ms since the Unix epoch. */
  timeOf(n: number): number {
    const { startedAt, ended } = this.#run
    if (ended && n >= this.#endCount) return ended.at
    const { start } = this.#voice
    if (n < start.length) return startedAt + n * START_MS
    const jitter = seededRandomAt(this.#seed, n * DRAWS)() * 0.9
    return startedAt + Math.floor((n - start.length + 1 + jitter) * this.#everyMs)
  }

  record(n: number): LogRecord {
    const at = this.timeOf(n)
    return { at, lines: this.#lines(n, new Date(at).toISOString()) }
  }

  #lines(n: number, at: string): readonly string[] {
    // The first random number of a record belongs to its time.
    const random = seededRandomAt(this.#seed, n * DRAWS + 1)
    if (n >= this.#endCount) return lastLines(random, at, this.#run.ended?.exitCode ?? 0)
    const greeting = this.#voice.start[n]
    return greeting === undefined ? this.#voice.lines(random, at, n) : [`${at} INFO  ${greeting}`]
  }

  /** The number of records with times up to the given one, which is part of them. */
  #countUntil(time: number): number {
    const elapsed = time - this.#run.startedAt
    if (elapsed < 0) return 0
    const { length } = this.#voice.start
    const slot = Math.floor(elapsed / this.#everyMs)
    if (slot === 0) return Math.min(length, Math.floor(elapsed / START_MS) + 1)
    const n = length + slot - 1
    const jitter = seededRandomAt(this.#seed, n * DRAWS)() * 0.9
    const at = this.#run.startedAt + Math.floor((slot + jitter) * this.#everyMs)
    return at <= time ? n + 1 : n
  }
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
