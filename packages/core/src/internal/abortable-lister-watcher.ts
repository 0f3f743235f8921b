import type { Clock } from '../api/clock.ts'
import type {
  ListContext,
  ListerWatcher,
  ListOptions,
  WatchContext,
  WatchOptions,
} from '../api/lister-watcher.ts'
import type { List, WatchEvent } from '../api/object.ts'
import type { ObjectAccess } from '../api/object-access.ts'
import { onAbort } from '../api/on-abort.ts'
import { checkedList } from './checked-list.ts'
import { Timer } from './timer.ts'

/** How long a request may take to end after its signal has aborted. */
const GRACE_MS = 5_000

type Reads<T> = AsyncIterable<readonly WatchEvent<T>[]>
type Read<T> = IteratorResult<readonly WatchEvent<T>[], undefined>

/**
 * A ListerWatcher whose requests end after an abort in any case, and whose lists are lists. A request of the inner one that ignores its signal is
 * abandoned five seconds later: a list or the opening of a watch rejects with the signal's reason, and a stream ends.
 * Reflectors and caches use it for every ListerWatcher that they are given.
 */
export class AbortableListerWatcher<T> implements ListerWatcher<T> {
  readonly #inner: Pick<ListerWatcher<T>, 'list' | 'watch'> & Partial<ListerWatcher<T>>
  readonly #clock: Clock

  constructor(inner: Pick<ListerWatcher<T>, 'list' | 'watch'> & Partial<ListerWatcher<T>>, clock: Clock) {
    this.#inner = inner
    this.#clock = clock
  }

  get access(): ObjectAccess<T> | undefined {
    return this.#inner.access
  }

  get kind(): string | undefined {
    return this.#inner.kind
  }

  get watchList(): ListerWatcher<T>['watchList'] {
    return this.#inner.watchList
  }

  get description(): string | undefined {
    return this.#inner.description
  }

  unshare(): void {
    this.#inner.unshare?.()
  }

  async list(options: ListOptions, context: ListContext): Promise<List<T>> {
    return checkedList(await settled(this.#inner.list(options, context), context.signal, this.#clock))
  }

  watch(options: WatchOptions, context: WatchContext): Promise<Reads<T>> {
    return abortableWatch(async () => this.#inner.watch(options, context), context.signal, this.#clock)
  }
}

/** Opens a watch that ends after an abort in any case, as in {@link AbortableListerWatcher}. */
export async function abortableWatch<T>(
  open: () => Promise<Reads<T>>,
  signal: AbortSignal,
  clock: Clock,
): Promise<Reads<T>> {
  const opening = open()
  try {
    return new AbortableReads(await settled(opening, signal, clock), signal, clock)
  } catch (error) {
    void closeLater(opening)
    throw error
  }
}

/** Settles like a request. One that is still pending after the grace period rejects with the signal's reason. */
function settled<R>(request: Promise<R>, signal: AbortSignal, clock: Clock): Promise<R> {
  return new Promise((resolve, reject) => {
    const timer = new Timer(clock)
    const unsubscribe = onAbort(signal, reason => timer.start(GRACE_MS, () => reject(reason)))
    const finish = () => {
      timer.stop()
      unsubscribe()
    }
    // Before the caller continues, so that no timer is left then.
    request.then(finish, finish)
    request.then(resolve, reject)
  })
}

/** Closes an abandoned watch once it opens. */
async function closeLater<T>(opening: Promise<Reads<T>>): Promise<void> {
  try {
    await (await opening)[Symbol.asyncIterator]().return?.()
  } catch {
    // It was not opened.
  }
}

/** The stream of a watch. A read, or a close, that is still pending after the grace period ends it. */
class AbortableReads<T> implements Reads<T>, AsyncIterator<readonly WatchEvent<T>[], undefined> {
  readonly #iterator: AsyncIterator<readonly WatchEvent<T>[]>
  readonly #timer: Timer
  readonly #unsubscribe: () => void
  #isAbandoned = false
  /** Ends what is pending. */
  #end: () => void = () => {}

  constructor(reads: Reads<T>, signal: AbortSignal, clock: Clock) {
    this.#iterator = reads[Symbol.asyncIterator]()
    this.#timer = new Timer(clock)
    this.#unsubscribe = onAbort(signal, () => this.#startTimer())
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<Read<T>> {
    return this.#settled(this.#iterator.next())
  }

  async return(): Promise<Read<T>> {
    const closed = this.#iterator.return?.()
    this.#startTimer()
    try {
      return closed ? await this.#settled(closed) : END
    } finally {
      this.#finish()
    }
  }

  #startTimer(): void {
    this.#timer.startUnlessPending(GRACE_MS, () => {
      this.#isAbandoned = true
      this.#end()
    })
  }

  #settled(result: Promise<Read<T>>): Promise<Read<T>> {
    return new Promise((resolve, reject) => {
      this.#end = () => resolve(END)
      result.then(
        read => {
          if (read.done) this.#finish()
          resolve(read)
        },
        (error: unknown) => {
          this.#finish()
          reject(error)
        },
      )
      if (this.#isAbandoned) this.#end()
    })
  }

  #finish(): void {
    this.#timer.stop()
    this.#unsubscribe()
  }
}

const END: { readonly done: true; readonly value: undefined } = { done: true, value: undefined }
