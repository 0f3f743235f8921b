import type { CST } from 'yaml'

type Token = CST.Token | CST.CollectionItem | null | undefined

/**
 * Where a parsed YAML document has more levels than allowed. The parser has no recursion, but the composer that reads its tokens
 * has one, and would overflow the stack.
 */
export function excessOfLevels(document: CST.Document, maxLevels: number): number | undefined {
  let level = membersOf(document.value)
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > maxLevels) return level[0]?.offset
    level = level.flatMap(membersOf)
  }
  return undefined
}

/** The collections below a token. */
function membersOf(token: Token): CST.Token[] {
  if (!token || !('items' in token)) return []
  const members: CST.Token[] = []
  for (const { key, value } of token.items as readonly CST.CollectionItem[]) {
    if (key && 'items' in key) members.push(key)
    if (value && 'items' in value) members.push(value)
  }
  return members
}
