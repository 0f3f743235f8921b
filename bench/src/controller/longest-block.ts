/** The longest time between two iterations of the event loop, in which no timer and no I/O is served. */
export interface Block {
  readonly blockMs: number
  /** The most that the thread has worked in one iteration; other load on the machine does not affect it. */
  readonly blockCpuMs: number
}

/** Measures blocks of the event loop from its creation on. */
export class LongestBlock {
  #last = now()
  #longest: Block = { blockMs: 0, blockCpuMs: 0 }
  #isRunning = true

  constructor() {
    setImmediate(this.#tick)
  }

  /** Ends the measurement. */
  end(): Block {
    this.#isRunning = false
    this.#note()
    return this.#longest
  }

  readonly #tick = (): void => {
    if (!this.#isRunning) return
    this.#note()
    setImmediate(this.#tick)
  }

  #note(): void {
    const { ms, cpuMs } = now()
    const { blockMs, blockCpuMs } = this.#longest
    this.#longest = {
      blockMs: Math.max(blockMs, ms - this.#last.ms),
      blockCpuMs: Math.max(blockCpuMs, cpuMs - this.#last.cpuMs),
    }
    this.#last = { ms, cpuMs }
  }
}

function now(): { readonly ms: number; readonly cpuMs: number } {
  const { user, system } = process.threadCpuUsage()
  return { ms: performance.now(), cpuMs: (user + system) / 1000 }
}
