const TICK_MS = 1_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let current = Date.now()

/** The time, in milliseconds: one clock for all ages on the page, so that they change together. */
export const getNow = (): number => current

/** Calls the listener every second. The clock runs while it has listeners. */
export function subscribeToNow(listener: () => void): () => void {
  if (listeners.size === 0) start()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

function start(): void {
  current = Date.now()
  timer = setInterval(() => {
    current = Date.now()
    for (const listener of listeners) listener()
  }, TICK_MS)
}
