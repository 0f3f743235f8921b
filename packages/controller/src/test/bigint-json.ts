/**
 * JSON whose integers beyond 2^53 are bigints: a slow reader, to compare others with. Numbers with a fraction or an
 * exponent are numbers.
 */
export function parseBigintJson(text: string): unknown {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g) ?? []
  let at = 0
  const next = (): string => tokens[at++] ?? ''
  const parseToken = (token: string): unknown => {
    if (token === '[') return listOf()
    if (token === '{') return objectOf()
    const value: unknown = JSON.parse(token)
    return /^-?\d+$/.test(token) && !Number.isSafeInteger(value) ? BigInt(token) : value
  }
  const listOf = (): unknown[] => {
    const items: unknown[] = []
    for (let token = next(); token !== ']'; token = next()) if (token !== ',') items.push(parseToken(token))
    return items
  }
  const objectOf = (): object => {
    const members: [string, unknown][] = []
    for (let token = next(); token !== '}'; token = next()) {
      if (token === ',') continue
      next()
      members.push([JSON.parse(token), parseToken(next())])
    }
    return Object.fromEntries(members)
  }
  return parseToken(next())
}
