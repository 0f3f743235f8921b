import type { Servers } from './pair.ts'
import { describeFinding, describeOutcome } from './report.ts'
import { type RunOptions, runDifferential } from './run.ts'
import { shrink } from './shrink.ts'
import { defineGadgets } from './targets.ts'

/** Options of {@link judge}. */
export interface JudgeOptions extends Omit<RunOptions, 'real' | 'fake'> {
  /** How many kinds of differences are reproduced and shrunk. @default 10 */
  readonly shrinks?: number
}

/** The result of a comparison. */
export interface JudgeResult {
  /** The number of unlisted differences, without those that could not be reproduced. */
  readonly failures: number
  readonly requests: number
  /** Human-readable lines. */
  readonly report: readonly string[]
}

/** Compares two servers. */
export async function judge(
  servers: Servers,
  { shrinks = 10, ...options }: JudgeOptions,
): Promise<JudgeResult> {
  const [undefine] = await Promise.all([defineGadgets(servers.real), defineGadgets(servers.fake)])
  try {
    const started = performance.now()
    const outcome = await runDifferential({ ...servers, ...options })
    const seconds = (performance.now() - started) / 1000
    const report: string[] = []
    let failures = 0
    const findings = [...outcome.findings.values()].toSorted((one, other) => other.count - one.count)
    for (const [place, { first, count }] of findings.entries()) {
      const shrunk = place < shrinks ? await shrink(first, servers) : undefined
      if (!shrunk || shrunk.steps) failures++
      report.push(...describeFinding(first, count, shrunk))
    }
    report.push(...describeOutcome(outcome), `${Math.round(outcome.requests / seconds)} requests a second`)
    return { failures, requests: outcome.requests, report }
  } finally {
    await undefine()
  }
}
