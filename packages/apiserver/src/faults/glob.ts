/**
 * Whether a glob matches a whole text: `*` stands for any characters. It finds each literal part at its first place
 * after the previous one, so it never tries a part twice, as a regular expression can.
 */
export function matchesGlob(glob: string, text: string): boolean {
  const [start = '', ...others] = glob.split('*')
  const end = others.pop()
  if (end === undefined) return glob === text
  if (!text.startsWith(start) || !text.endsWith(end)) return false
  let from = start.length
  const to = text.length - end.length
  for (const part of others) {
    const at = text.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return from <= to
}
