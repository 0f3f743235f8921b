import fc from 'fast-check'

/** Something that reads what others wrote. */
interface FuzzTargetOptions<TInput> {
  readonly name: string
  readonly inputs: () => fc.Arbitrary<TInput>
  /** Throws if the result is neither right nor an error of a documented class. */
  readonly run: (input: TInput) => void | Promise<void>
  /** Called once, before the first input. */
  readonly prepare?: () => Promise<void>
  /** Inputs of a round. */
  readonly runs: number
}

export interface FuzzTarget {
  readonly name: string
  /** Runs a round. */
  readonly check: (seed: number) => Promise<RoundResult>
}

interface RoundResult {
  readonly runs: number
  /** The smallest input that fails, with its error and how to repeat it. */
  readonly failure: string | undefined
}

/** The most time that one input may take, on a busy machine. */
const MAX_MS = 5_000

export function fuzzTarget<TInput>(options: FuzzTargetOptions<TInput>): FuzzTarget {
  const { name, inputs, run, prepare, runs } = options
  let preparing: Promise<void> | undefined
  return {
    name,
    check: async seed => {
      preparing ??= prepare?.()
      await preparing
      const property = fc.asyncProperty(inputs(), async input => {
        const started = performance.now()
        await run(input)
        const elapsed = performance.now() - started
        if (elapsed > MAX_MS) throw new Error(`the input took ${Math.round(elapsed)} ms`)
        expectCleanPrototype()
      })
      const details = await fc.check(property, { seed, numRuns: runs })
      const text = () => [fc.defaultReportMessage(details), errorText(details.errorInstance)]
      const failure = details.failed
        ? [...text(), repeatCommand({ target: name, seed })].join('\n')
        : undefined
      return { runs: details.numRuns, failure }
    },
  }
}

const errorText = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

/** A round: a target with the seed of its inputs. */
export interface Round {
  readonly target: string
  readonly seed: number
}

export const repeatCommand = ({ target, seed }: Round): string =>
  `to repeat: npm run fuzz -- --target ${target} --seed ${seed}`

function expectCleanPrototype(): void {
  const names = [Object.prototype, Array.prototype].flatMap(prototype => Object.keys(prototype))
  if (names.length > 0) throw new Error(`a prototype was changed: ${names}`)
}

/** Throws if an object of a result has another prototype than those of JSON and of the given classes. */
export function expectPlain(value: unknown): void {
  const waiting: unknown[] = [value]
  for (let next = waiting.pop(); waiting.length > 0 || next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null || ArrayBuffer.isView(next)) continue
    const prototype: unknown = Object.getPrototypeOf(next)
    if (prototype !== Object.prototype && prototype !== Array.prototype && prototype !== null)
      throw new Error('an object has a wrong prototype')
    waiting.push(...Object.values(next))
  }
}

/** The result of an action, or the message of its error without numbers, which must be of a documented class. */
export function outcome<T>(
  action: () => T,
  isDocumented: (error: unknown) => boolean,
): { readonly value: T } | { readonly error: string } {
  try {
    return { value: action() }
  } catch (error) {
    if (!isDocumented(error)) throw error
    const message = error instanceof Error ? error.message : String(error)
    return { error: message.replaceAll(/\d+/g, 'N') }
  }
}
