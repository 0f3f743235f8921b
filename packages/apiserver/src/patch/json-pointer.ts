/** The steps of a JSON pointer (RFC 6901) as the server parses it: text before the first slash is ignored. */
export function pointerSteps(pointer: string): readonly string[] | undefined {
  const [, ...steps] = pointer.split('/')
  return steps.length === 0 ? undefined : steps.map(unescaped)
}

/** A single pass, so that `~01` becomes `~1` and not a slash. */
const unescaped = (step: string): string => step.replace(/~[01]/g, escaped => (escaped === '~1' ? '/' : '~'))

/** The index that a step names in an array of this length; negative ones count from the end. */
export function arrayIndex(step: string, length: number): number | undefined {
  if (!/^[+-]?\d+$/.test(step)) return undefined
  const index = Number(step)
  const place = index < 0 ? index + length : index
  return place >= 0 && place < length ? place : undefined
}
