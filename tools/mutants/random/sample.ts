/** A sample without repetition (Fisher–Yates), the same for the same seed. */
export function sample<T>(all: readonly T[], count: number, seed: number): readonly T[] {
  const items = [...all]
  const random = seeded(seed)
  for (let at = 0; at < Math.min(count, items.length); at++) {
    const other = at + Math.floor(random() * (items.length - at))
    ;[items[at], items[other]] = [items[other] as T, items[at] as T]
  }
  return items.slice(0, count)
}

/** Mulberry32. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}
