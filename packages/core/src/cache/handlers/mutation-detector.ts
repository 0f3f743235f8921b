import { type Clock, sleep } from '../../api/clock.ts'
import { InformerError } from '../../api/errors.ts'
import { throwLater } from '../../internal/throw-later.ts'

const PERIOD_MS = 1_000
/** How long an object is checked at least (client-go `defaultRetainDuration`). */
const RETAIN_MS = 120_000

/** Checks the objects that an informer delivers; see {@link createMutationDetector}. */
export interface MutationDetector {
  /** Starts to check an object. */
  add(object: unknown): void
  /** Compares once a second until the signal aborts. */
  run(clock: Clock, signal: AbortSignal): Promise<void>
}

/** Code wrote to an object of the cache, which all readers share. */
export class MutationError extends InformerError {
  override readonly name = 'MutationError'
  readonly code = 'MutationError'
  readonly object: unknown

  constructor(object: unknown, path: string) {
    super(
      `an object of the cache was changed in place at ${path}: all readers share the object, so change a copy`,
    )
    this.object = object
  }
}

/** How often objects are compared, and what happens to one that was changed. */
export interface MutationDetectorOptions {
  /** @default the error is thrown from a timer as uncaught */
  readonly onMutation?: ((error: MutationError) => void) | undefined
}

interface Checked {
  readonly object: unknown
  readonly text: string
}

/**
 * Detects writes to objects of the cache, for development (client-go's cache mutation detector): keeps the JSON of the
 * objects that handlers received for some minutes, and compares it once a second. Costs memory and time for each
 * object: not for production.
 *
 * @example new SharedIndexInformer({ listerWatcher, mutationDetector: createMutationDetector() })
 */
export function createMutationDetector({ onMutation }: MutationDetectorOptions = {}): MutationDetector {
  let young: Checked[] = []
  let old: Checked[] = []
  return {
    add: object => young.push({ object, text: JSON.stringify(object) }),
    run: async (clock, signal) => {
      // No caller awaits the detector, so the error is thrown as uncaught.
      const report = onMutation ?? (error => throwLater(clock, error))
      let rotatedAt = clock.now()
      while (!signal.aborted) {
        await sleep(clock, PERIOD_MS, signal)
        if (signal.aborted) return
        // Each object is reported once.
        young = young.filter(entry => isUnchanged(entry, report))
        old = old.filter(entry => isUnchanged(entry, report))
        if (clock.now() - rotatedAt < RETAIN_MS) continue
        rotatedAt = clock.now()
        old = young
        young = []
      }
    },
  }
}

function isUnchanged({ object, text }: Checked, report: (error: MutationError) => void): boolean {
  if (JSON.stringify(object) === text) return true
  report(new MutationError(object, firstDifference(JSON.parse(text), object)))
  return false
}

/** The path of the first difference between two JSON values. */
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
