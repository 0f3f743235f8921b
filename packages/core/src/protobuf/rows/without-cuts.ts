import type { PathSegments } from '../../api/path.ts'
import { malformed } from '../malformed.ts'
import { setMember } from '../set-member.ts'
import { core } from './core.ts'
import { DEFAULT_TRIM, type Wanted } from './wanted.ts'

type Members = Record<string, unknown>

/** What identifies an object stays, whatever is picked or trimmed. */
const IDENTITY: readonly PathSegments[] = [
  ['kind'],
  ['apiVersion'],
  ...['name', 'namespace', 'uid', 'resourceVersion'].map(name => ['metadata', name]),
]

/** Removes what was cut out of a message and what its reader added for it. Throws a ProtocolError if the text is broken. */
export function withoutCuts(object: Members, wanted: string): Members {
  const { trim = DEFAULT_TRIM, pick } = wantedOf(wanted)
  const [trimmed, picked] = [trim.map(core.parsePath), pick?.map(core.parsePath)]
  const kept: Members = picked ? {} : object
  for (const path of picked ?? []) copy(object, kept, path)
  const identity: Members = {}
  for (const path of IDENTITY) copy(object, identity, path)
  if (trimmed.some(isMetadata)) {
    // What is picked of the metadata stays when the rest of it is trimmed.
    const rest: Members = {}
    for (const path of picked ?? []) if (path.length > 1) copy(object, rest, path)
    kept.metadata = rest.metadata
  }
  for (const path of trimmed) if (!isMetadata(path)) cut(kept, path)
  for (const path of IDENTITY) copy(identity, kept, path)
  return kept
}

const isMetadata = ([first, second]: PathSegments): boolean => first === 'metadata' && second === undefined

function wantedOf(text: string): Wanted {
  try {
    return JSON.parse(text) as Wanted
  } catch {
    throw malformed('the body of a row does not say what was cut out')
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
