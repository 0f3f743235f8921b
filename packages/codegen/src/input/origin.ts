import type { Problem } from '../model/codegen-error.ts'

/** The steps from the root of a document to a value: names of members, and indexes of lists. */
export type Segments = readonly (string | number)[]

/** Where the values of a document come from. */
export interface Origin {
  /** The file, or the URL of the server. */
  readonly file: string
  /** The line of a value, from 1: of its key, for the member of a mapping. Undefined if it is not known. */
  lineOf(segments: Segments): number | undefined
  /** Collects what is wrong with the document. */
  report(problem: Problem): void
}
