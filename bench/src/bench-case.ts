/** What one run of a contender measured, by metric. */
export type Sample = Readonly<Record<string, number>>

/**
 * What a contender is given: the case's parameters, and what its server said when it was ready. `warmUps` is how often
 * it runs unmeasured in the same process before: 0, unless the case says otherwise. `isWarmUp` tells it that it does:
 * a check of its result would leave garbage to the run that counts.
 */
export type Setup = Readonly<Record<string, string | number | boolean>>

/** What a contender's module exports as `run`; it is called in a process of its own. */
export type Run = (setup: Setup) => Promise<Sample>

/** What a server's module exports as `start`; its answer is added to every contender's setup. */
export type Start = (setup: Setup) => Promise<Setup>

/** One way of doing the job. */
export interface Contender {
  readonly name: string
  /** URL of a module that exports `run`. */
  readonly module: string
  readonly setup?: Setup
  /** The least that anybody would have to do; the others are measured against it. One of each case. */
  readonly floor?: true
  /** Whom everybody asks about: the others are measured against it too. At most one of each case. */
  readonly peer?: true
  /** No part of the short form that `npm run bench` is without a name: slow, or a variant of another. */
  readonly extra?: true
  /** Says why it cannot run on this machine, if it cannot; may prepare what it needs, outside of a quick run. */
  readonly missing?: (options: { readonly smoke: boolean }) => string | undefined
}

/** A number that every contender may report. */
export interface Metric {
  readonly key: string
  readonly unit: string
  readonly digits?: number
}

/** A job, and who does it. */
export interface BenchCase {
  readonly name: string
  /** `{name}` stands for a number of `setup`. */
  readonly description: string
  /** The first is the one that ratios are taken of. */
  readonly metrics: readonly [Metric, ...Metric[]]
  readonly setup: Setup
  /** Changes to `setup` for a quick run that only shows that it works. */
  readonly smoke: Setup
  /**
   * Changes for the short form, which has few rounds: each process runs `bestOf` times, and its best counts, in cases of
   * which one process may run several, one after the other. `rounds` is less than all where things are counted, not timed.
   */
  readonly short?: { readonly setup?: Setup; readonly bestOf: number; readonly rounds?: number }
  /** URL of a module that exports `start`, run in a process of its own for the whole case. */
  readonly server?: string
  readonly contenders: readonly Contender[]
  /** Runs by its name, or with `--all`. */
  readonly extra?: true
}
