const numbers = new WeakMap<object, number>()
let last = 0

/** The name of a connection in the keys of its queries: a number of its own, unless it is given. */
export function clusterName(connection: object, given: string | undefined): string | number {
  if (given !== undefined) return given
  const number = numbers.get(connection) ?? ++last
  numbers.set(connection, number)
  return number
}
