/** Serializes a value with sorted members. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  ) ?? 'undefined'

const excerpt = (text: string, at: number): string =>
  `${at > 60 ? '…' : ''}${text.slice(Math.max(0, at - 60), at + 200)}${text.length > at + 200 ? '…' : ''}`

/** Throws unless both values are equal; the message has the first difference. */
export function assertEqual(actual: unknown, expected: unknown, what: string): void {
  const [found, wanted] = [textOf(actual), textOf(expected)]
  if (found === wanted) return
  let at = 0
  while (found[at] === wanted[at]) at++
  throw new Error(`${what}: expected ${excerpt(wanted, at)} and got ${excerpt(found, at)}`)
}

/** Throws unless the condition holds. */
export function assert(holds: unknown, what: string): asserts holds {
  if (!holds) throw new Error(what)
}

/** Resolves with the error of a rejected promise; throws if the promise does not reject. */
export async function rejection(promise: Promise<unknown>, what: string): Promise<Error> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert(error instanceof Error, `${what}: expected a rejection`)
  return error
}

/** Polls a condition that depends on another process or on the network. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const started = Date.now(); Date.now() - started < 10_000; ) {
    if (await holds()) return
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  throw new Error(`not within ten seconds: ${what}`)
}
