import { resourceName } from '../kinds/categories.ts'
import type { Kind } from '../kinds/kind.ts'

/** What the text of the palette asks for. */
export interface Query {
  /** The text without the colon of k9s. */
  readonly text: string
  /** The kind that the first word names, if a space follows it. */
  readonly kind: Kind | undefined
  /** What the name or `namespace/name` of an object contains. */
  readonly objectText: string
}

/** Reads `deploy`, `:deploy`, `po web` and `po shop/web`. */
export function parseQuery(typed: string, kinds: readonly Kind[]): Query {
  const text = typed.replace(/^\s*:?\s*/, '')
  const [, word = '', rest] = /^(\S+)\s+(.*)$/.exec(text) ?? []
  const kind = rest === undefined ? undefined : kindNamed(word, kinds)
  return { text: text.trim(), kind, objectText: (kind === undefined ? text : (rest ?? '')).trim() }
}

/** The kind with this name, as kubectl finds it: plural, singular, short name, kind, or `plural.group`. */
export function kindNamed(word: string, kinds: readonly Kind[]): Kind | undefined {
  const name = word.toLowerCase()
  return kinds.find(kind => kindNames(kind).includes(name))
}

/** All names of a kind, in lower case. */
export const kindNames = (kind: Kind): readonly string[] => [
  kind.plural,
  kind.singular || kind.kind.toLowerCase(),
  kind.kind.toLowerCase(),
  resourceName(kind),
  ...(kind.shortNames ?? []),
]
