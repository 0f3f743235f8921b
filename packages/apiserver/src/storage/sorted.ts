/** The first index whose key is not less than `key`. */
export function lowerBound<T>(sorted: readonly T[], key: string, keyOf: (item: T) => string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    const item = sorted[middle]
    if (item !== undefined && keyOf(item) < key) low = middle + 1
    else high = middle
  }
  return low
}

const self = (key: string): string => key

/** Inserts a key in order unless it is present. */
export function insertSorted(keys: string[], key: string): void {
  const index = lowerBound(keys, key, self)
  if (keys[index] !== key) keys.splice(index, 0, key)
}

/** Removes a key if it is present. */
export function removeSorted(keys: string[], key: string): void {
  const index = lowerBound(keys, key, self)
  if (keys[index] === key) keys.splice(index, 1)
}

/** Byte order, as in etcd; JavaScript's string order is the same for all valid names. */
export const byKey = (a: { readonly key: string }, b: { readonly key: string }): number =>
  a.key < b.key ? -1 : a.key > b.key ? 1 : 0
