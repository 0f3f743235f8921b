import { type Clock, sleep } from '../../api/clock.ts'
import { InformerError } from '../../api/errors.ts'
import { throwLater } from '../../internal/throw-later.ts'

const PERIOD_MS = 1_000
/** An object is looked after for at least this long (client-go `defaultRetainDuration`). */
const RETAIN_MS = 120_000

/** Looks after what an informer hands out; see {@link createMutationDetector}. */
export interface MutationDetector {
  /** From now on this object must stay as it is. */
  add(object: unknown): void
  /** Compares once a second until the signal aborts. */
  run(clock: Clock, signal: AbortSignal): Promise<void>
}

/** Somebody wrote to an object of the cache, which all its readers share. */
export class MutationError extends InformerError {
  override readonly name = 'MutationError'
  readonly code = 'MutationError'
  readonly object: unknown

  constructor(object: unknown, path: string) {
    super(
      `an object of the cache was changed in place at ${path}: everybody reads the same object, so change a copy`,
    )
    this.object = object
  }
}

/** Options of {@link createMutationDetector}. */
export interface MutationDetectorOptions {
  /** @default it is thrown from a timer, uncaught */
  readonly onMutation?: ((error: MutationError) => void) | undefined
}

interface Witness {
  readonly object: unknown
  readonly text: string
}

/**
 * Finds those who write to objects of the cache, during development (client-go's cache mutation detector): keeps the
 * text of what handlers were given for some minutes, and compares once a second. Costs memory and time for each
 * object: not for production.
 *
 * @example new SharedIndexInformer({ listerWatcher, mutationDetector: createMutationDetector() })
 */
export function createMutationDetector({ onMutation }: MutationDetectorOptions = {}): MutationDetector {
  let young: Witness[] = []
  let old: Witness[] = []
  return {
    add: object => young.push({ object, text: JSON.stringify(object) }),
    run: async (clock, signal) => {
      // Nobody waits for the detector: only an uncaught error is sure to be seen.
      const report = onMutation ?? (error => throwLater(clock, error))
      let rotatedAt = clock.now()
      while (!signal.aborted) {
        await sleep(clock, PERIOD_MS, signal)
        if (signal.aborted) return
        // Each object is told once.
        young = young.filter(witness => isAsItWas(witness, report))
        old = old.filter(witness => isAsItWas(witness, report))
        if (clock.now() - rotatedAt < RETAIN_MS) continue
        rotatedAt = clock.now()
        old = young
        young = []
      }
    },
  }
}

function isAsItWas({ object, text }: Witness, report: (error: MutationError) => void): boolean {
  if (JSON.stringify(object) === text) return true
  report(new MutationError(object, firstDifference(JSON.parse(text), object)))
  return false
}

/** The path at which two JSON values begin to differ. */
function firstDifference(before: unknown, after: unknown, path = ''): string {
  if (isRecord(before) && isRecord(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (JSON.stringify(before[name]) !== JSON.stringify(after[name]))
        return firstDifference(before[name], after[name], `${path}.${name}`)
    }
  }
  return path === '' ? 'its root' : path
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
