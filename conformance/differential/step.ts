import type { Json, Path } from './json.ts'

/** How much of an object is compared. */
export type Depth =
  /** Everything. */
  | 'full'
  /** The metadata and the answer's status: the fake gives these kinds no defaults. */
  | 'metadata'

/** A change of an object: the value that is to be at the path, or that nothing is to be there. */
export interface Edit {
  readonly path: Path
  /** Absent: what is there goes. */
  readonly value?: Json
}

/** What a request carries. */
export type Body =
  | { readonly json: Json }
  /** Anything else, broken JSON among it. */
  | { readonly text: string }
  /** The object as this server last showed it, with changes: what an editor sends back. */
  | { readonly stored: string; readonly edits: readonly Edit[]; readonly otherwise: Json }

/**
 * One request, as data that fits any server. Texts may hold what only that server tells:
 *
 * - `{{ns}}`: the namespace of the sequence, and a prefix for what has none
 * - `<<rv PATH>>`, `<<first-rv PATH>>`, `<<uid PATH>>`: of the object at that path
 * - `<<start-rv>>`: the revision at which the sequence began; `<<newest-rv>>`: the newest of an object so far
 * - `<<list-rv>>`, `<<continue>>`: of the latest list
 */
export interface Step {
  /** What it tries, in words; the same words for the same kind of request. */
  readonly what: string
  readonly method: string
  readonly path: string
  readonly query?: readonly (readonly [name: string, value: string])[] | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: Body | undefined
  /** The object that it may change: after a difference it shows whether the servers still hold the same. */
  readonly changes?: string | undefined
  readonly depth: Depth
}

/** Requests that build upon each other, in a namespace of their own. */
export interface Sequence {
  readonly seed: number
  /** Which one of its seed. */
  readonly index: number
  readonly steps: readonly Step[]
  /** Watches of what the steps did, each from the beginning of the sequence; they are opened after the last one. */
  readonly watches: readonly Step[]
  /** What is to be emptied afterwards: the collections within the namespace, and objects outside. */
  readonly leavings: readonly string[]
}

/** Whether a request may change something. */
export function isWrite({ method }: Step): boolean {
  return method !== 'GET' && method !== 'HEAD'
}
