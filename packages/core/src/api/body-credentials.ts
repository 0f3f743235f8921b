import { decodeBase64 } from '../base64/base64.ts'
import { namesCredentials } from './holds-credentials.ts'

/** The resource in the path of a request. */
const RESOURCE = /^\/(?:api|apis\/[^/]+)\/[^/]+\/(?:namespaces\/[^/]+\/(?=[^/]))?([^/?]+)/

/** The members of an object that its credentials are not in, and those of an operation of a JSON patch. */
const OTHERS = /^(apiVersion|kind|metadata|type|op|path)$/

/** The name of a member, an environment variable or a header that has a credential. `secretName` is none. */
const NAMED =
  /(token|passw(or)?d|passphrase|credentials?|secret|authorization|cookie|(api|access|private|signing)[-_]?key)$/i

/** A longer value is found by its parts, since the length of a pattern is limited. */
const PART_LENGTH = 1024
const MAX_PARTS = 64

/**
 * The credentials in the JSON of a request's body. Where the name of the resource says that its objects hold credentials, as
 * those of TokenReviews and Secrets do, each string is one. Elsewhere it is one if its member is named so, or the `name` or
 * `path` beside it is. The first 64 Ki characters count.
 *
 * @param path of the request, below the root of the apiserver
 */
export function bodyCredentials(path: string, body: string): readonly string[] {
  const parts: string[] = []
  const holds = namesCredentials(RESOURCE.exec(path)?.[1] ?? '')
  const roots = [parsed(body)].flat()
  // No recursion: a body may be nested deeply.
  const waiting = roots.map((value): Waiting => ({ value, isCredential: holds, isRoot: true }))
  for (let next = waiting.pop(); next && parts.length < MAX_PARTS; next = waiting.pop()) {
    if (typeof next.value === 'string' && next.isCredential) parts.push(...partsOf(next.value))
    for (const [member, value] of membersOf(next.value)) {
      if (holds && next.isRoot && OTHERS.test(member)) continue
      const isNamed = Array.isArray(next.value) ? next.isCredential : isNamedIn(next.value, member)
      waiting.push({ value, isCredential: holds || isNamed, isRoot: false })
    }
  }
  return parts
}

interface Waiting {
  readonly value: unknown
  readonly isCredential: boolean
  readonly isRoot: boolean
}

const membersOf = (value: unknown): readonly [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

function isNamedIn(object: unknown, member: string): boolean {
  const { name, path = name } = object as Readonly<Record<string, unknown>>
  return NAMED.test(member === 'value' ? String(path) : member)
}

/** A value, and what it says in base64. */
function partsOf(value: string): readonly string[] {
  const texts = [value, textOf(decodeBase64(value))].filter(text => text !== '')
  return texts.flatMap(text =>
    Array.from({ length: Math.ceil(text.length / PART_LENGTH) }, (_, index) =>
      text.slice(index * PART_LENGTH, (index + 1) * PART_LENGTH),
    ),
  )
}

function textOf(bytes: Uint8Array | undefined): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return ''
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
