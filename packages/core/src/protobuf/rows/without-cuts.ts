import type { PathSegments } from '../../api/path.ts'
import type { WantedPaths } from '../../json/wanted-paths.ts'
import { malformed } from '../malformed.ts'
import { setMember } from '../set-member.ts'

type Members = Record<string, unknown>

/** What identifies an object stays, whatever is picked or trimmed. */
const IDENTITY: readonly PathSegments[] = [
  ['kind'],
  ['apiVersion'],
  ...['name', 'namespace', 'uid', 'resourceVersion'].map(name => ['metadata', name]),
]

/** Removes what was cut out of a message and what its reader added for it. Throws a ProtocolError if the text is broken. */
export function withoutCuts(object: Members, wanted: string): Members {
  const { trim, pick } = wantedOf(wanted)
  const kept: Members = pick ? {} : object
  for (const path of pick ?? []) copy(object, kept, path)
  const identity: Members = {}
  for (const path of IDENTITY) copy(object, identity, path)
  if (trim.some(isMetadata)) {
    // What is picked of the metadata stays when the rest of it is trimmed.
    const rest: Members = {}
    for (const path of pick ?? []) if (path.length > 1) copy(object, rest, path)
    kept.metadata = rest.metadata
  }
  for (const path of trim) if (!isMetadata(path)) cut(kept, path)
  for (const path of IDENTITY) copy(identity, kept, path)
  return kept
}

const isMetadata = ([first, second]: PathSegments): boolean => first === 'metadata' && second === undefined

function wantedOf(text: string): WantedPaths {
  const paths = (value: WantedPaths['trim']) => value.map(path => path.map(String))
  try {
    const { trim, pick } = JSON.parse(text) as WantedPaths
    return { trim: paths(trim), pick: pick && paths(pick) }
  } catch {
    throw malformed('the body of a row does not say what was cut')
  }
}

/** Copies the member at a path. Parts of lists are not picked: such a path leads to the whole list. */
function copy(from: Members, to: Members, [name = '', ...rest]: PathSegments): void {
  const value = Object.hasOwn(from, name) ? from[name] : undefined
  if (value === undefined) return
  if (rest.length === 0 || !isObject(value)) setMember(to, name, value)
  else {
    const below = Object.hasOwn(to, name) ? to[name] : undefined
    if (below === value) return
    const members: Members = isObject(below) ? below : {}
    setMember(to, name, members)
    copy(value, members, rest)
  }
}

function cut(from: Members, [name = '', ...rest]: PathSegments): void {
  if (rest.length === 0) delete from[name]
  else if (Object.hasOwn(from, name) && isObject(from[name])) cut(from[name], rest)
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
