/** The measurements of one run of a contender, by metric. */
export type Sample = Readonly<Record<string, number>>

/**
 * The input of a contender: the parameters of the case, and those that its server returned when it was ready. `warmUps` is the
 * number of unmeasured runs in the same process before the measured one, 0 by default. `isWarmUp` is set during those: a
 * contender then skips the check of its result, which would leave garbage for the measured run.
 */
export type Setup = Readonly<Record<string, string | number | boolean>>

/** Performs the task of a case and measures it. */
export type Run = (setup: Setup) => Promise<Sample>

/** Starts the server of a case. Its result is added to the setup of every contender. */
export type Start = (setup: Setup) => Promise<Setup>

/** One implementation of the task of a case. */
export interface Contender {
  readonly name: string
  /**
   * Runs in a process of its own. It imports what it needs itself, before it starts to measure, so that the process has
   * loaded nothing that only other contenders need.
   */
  readonly run: Run
  readonly setup?: Setup
  /** The minimum work that any implementation has to do; ratios are relative to it. Exactly one in each case. */
  readonly floor?: true
  /** The best-known alternative; a second ratio is relative to it. At most one in each case. */
  readonly peer?: true
  /** Excluded from the short form, which `npm run bench` without a name runs: slow, or a variant of another contender. */
  readonly extra?: true
  /** Returns the reason if it cannot run on this machine. May prepare its requirements, except in a smoke run. */
  readonly missing?: (options: { readonly smoke: boolean }) => string | undefined
}

/** A number that every contender may report. */
export interface Metric {
  readonly key: string
  readonly unit: string
  readonly digits?: number
}

/** A task and its contenders. Each is an export of a file in `cases`. */
export interface BenchCase {
  readonly name: string
  /** `{name}` is replaced by that number of `setup`. */
  readonly description: string
  /** Ratios are computed from the first metric. */
  readonly metrics: readonly [Metric, ...Metric[]]
  readonly setup: Setup
  /** Changes to `setup` for a smoke run, which only checks that the case works. */
  readonly smoke: Setup
  /**
   * Changes for the short form, which has few rounds: each process runs the contender `bestOf` times in sequence and reports
   * the best run. `rounds` limits the rounds of cases that count instead of measuring time.
   */
  readonly short?: { readonly setup?: Setup; readonly bestOf: number; readonly rounds?: number }
  /** Runs in a process of its own for the whole case. */
  readonly start?: Start
  readonly contenders: readonly Contender[]
  /** Runs only when named, or with `--all`. */
  readonly extra?: true
}
