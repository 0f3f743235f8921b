import type { Json, Path } from './json.ts'

/** How much of an object is compared. */
export type Depth =
  /** Everything. */
  | 'full'
  /** The metadata and the status code, because the fake sets no defaults for these kinds. */
  | 'metadata'

/** A change of an object: sets or removes the value at a path. */
export interface Edit {
  readonly path: Path
  /** If absent, the value at the path is removed. */
  readonly value?: Json
}

/** The body of a request. */
export type Body =
  | { readonly json: Json }
  /** Anything else, including invalid JSON. */
  | { readonly text: string }
  /** The object as this server last returned it, with changes, as an editor sends it. */
  | { readonly stored: string; readonly edits: readonly Edit[]; readonly otherwise: Json }

/**
 * One request, as data for any server. Texts may contain placeholders for values of that server:
 *
 * - `{{ns}}`: the namespace of the sequence, and the prefix of cluster-scoped names
 * - `<<rv PATH>>`, `<<first-rv PATH>>`, `<<uid PATH>>`: of the object at that path
 * - `<<start-rv>>`: the resourceVersion at the start of the sequence; `<<newest-rv>>`: the latest of any object
 * - `<<list-rv>>`, `<<continue>>`: of the latest list
 */
export interface Step {
  /** A description, equal for the same kind of request. */
  readonly what: string
  readonly method: string
  readonly path: string
  readonly query?: readonly (readonly [name: string, value: string])[] | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: Body | undefined
  /** The path of the object that the step may change; after a difference, the stored objects are compared. */
  readonly changes?: string | undefined
  readonly depth: Depth
}

/** Consecutive requests in a namespace of their own. */
export interface Sequence {
  readonly seed: number
  /** The index of the sequence for its seed. */
  readonly index: number
  readonly steps: readonly Step[]
  /** Watches from the start of the sequence, opened after the last step. */
  readonly watches: readonly Step[]
  /** Paths to delete afterwards: collections in the namespace, and cluster-scoped objects. */
  readonly leavings: readonly string[]
}

/** Whether a request may change an object. */
export function isWrite({ method }: Step): boolean {
  return method !== 'GET' && method !== 'HEAD'
}
