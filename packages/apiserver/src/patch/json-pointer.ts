/** The steps of a JSON pointer (RFC 6901) as the server reads it: what comes before the first slash does not count. */
export function pointerSteps(pointer: string): readonly string[] | undefined {
  const [, ...steps] = pointer.split('/')
  return steps.length === 0 ? undefined : steps.map(unescaped)
}

/** One pass: `~01` is `~1`, and not a slash. */
const unescaped = (step: string): string => step.replace(/~[01]/g, escaped => (escaped === '~1' ? '/' : '~'))

/** The place that a step names in an array of this length; a negative one counts from the end. */
export function arrayIndex(step: string, length: number): number | undefined {
  if (!/^[+-]?\d+$/.test(step)) return undefined
  const index = Number(step)
  const place = index < 0 ? index + length : index
  return place >= 0 && place < length ? place : undefined
}
