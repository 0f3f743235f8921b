import { randomBytes } from 'node:crypto'
import { cleanUp } from './clean-up.ts'
import type { Difference } from './difference.ts'
import { type Finding, signatureOf } from './finding.ts'
import { generateSequence, SEQUENCE_LENGTH } from './generate/sequence.ts'
import { knownAs } from './known.ts'
import { Pair, type Servers } from './pair.ts'
import { namespaceFor } from './session.ts'
import type { Sequence, Step } from './step.ts'

/** Options of {@link runDifferential}. */
export interface RunOptions extends Servers {
  readonly seed: number
  readonly requests: number
  /** The number of the first sequence. @default 0 */
  readonly from?: number
  /** How many sequences run in parallel. @default 4 */
  readonly parallel?: number
  /** Whether to keep the created objects. @default false */
  readonly keep?: boolean
  readonly onFinding?: ((finding: Finding) => void) | undefined
}

/** The result of a run. */
export interface Outcome {
  readonly requests: number
  readonly sequences: number
  /** Sequences that ended early because the stored objects differed. */
  readonly abandoned: number
  /** Occurrences of listed differences, by id. */
  readonly known: ReadonlyMap<string, number>
  /** Unlisted differences by signature, with the first finding and the number of occurrences. */
  readonly findings: ReadonlyMap<string, { readonly first: Finding; readonly count: number }>
}

/** Sends the same random requests to both servers, and compares the responses. */
export async function runDifferential(options: RunOptions): Promise<Outcome> {
  const run = new Run(options)
  const { parallel = 4, requests } = options
  const workers = Math.min(parallel, Math.ceil(requests / SEQUENCE_LENGTH))
  await Promise.all(Array.from({ length: workers }, () => run.work()))
  return run
}

class Run implements Outcome {
  readonly #options: RunOptions
  readonly #nonce = randomBytes(6).toString('hex')
  #next: number
  requests = 0
  sequences = 0
  abandoned = 0
  readonly known = new Map<string, number>()
  readonly findings = new Map<string, { first: Finding; count: number }>()

  constructor(options: RunOptions) {
    this.#options = options
    this.#next = options.from ?? 0
  }

  async work(): Promise<void> {
    while (this.requests < this.#options.requests) await this.#sequence(this.#next++)
  }

  async #sequence(index: number): Promise<void> {
    const { seed, real, keep = false } = this.#options
    const sequence = generateSequence(seed, index)
    const namespace = namespaceFor(this.#nonce, seed, index, 0)
    const pair = new Pair(this.#options, namespace)
    await pair.open()
    this.sequences++
    if (!(await this.#steps(pair, sequence))) this.abandoned++
    else await this.#watches(pair, sequence)
    if (!keep) await cleanUp(real, sequence, namespace)
  }

  /** Runs the steps; resolves with whether both servers store the same objects at the end. */
  async #steps(pair: Pair, sequence: Sequence): Promise<boolean> {
    for (const [place, step] of sequence.steps.entries()) {
      const found = await pair.compare(step)
      this.requests++
      if (found.length === 0) continue
      this.#judge(sequence, place, sequence.steps.slice(0, place + 1), found)
      // Even after a listed difference, a difference in stored objects would affect all later steps.
      const left = await pair.compareState(step)
      if (left.length > 0) return false
    }
    return true
  }

  async #watches(pair: Pair, { watches, ...sequence }: Sequence): Promise<void> {
    await Promise.all(
      watches.map(async (watch, number) => {
        const found = await pair.compare(watch)
        this.requests++
        const steps = [...sequence.steps, watch]
        this.#judge({ watches, ...sequence }, sequence.steps.length + number, steps, found)
      }),
    )
  }

  #judge(sequence: Sequence, place: number, steps: readonly Step[], found: readonly Difference[]): void {
    const unknown = found.filter(difference => {
      const id = knownAs(difference)?.id
      if (id !== undefined) this.known.set(id, (this.known.get(id) ?? 0) + 1)
      return id === undefined
    })
    if (unknown.length === 0) return
    const finding = { sequence, place, steps, differences: unknown }
    const signature = signatureOf(finding)
    const before = this.findings.get(signature)
    this.findings.set(signature, { first: before?.first ?? finding, count: (before?.count ?? 0) + 1 })
    if (!before) this.#options.onFinding?.(finding)
  }
}
