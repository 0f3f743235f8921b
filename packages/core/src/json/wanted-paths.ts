import { type PathSegments, parsePath } from '../api/path.ts'

/** The default of `trim`: managedFields are a third of a typical object, and few applications use them. */
const DEFAULT_TRIM: readonly string[] = ['metadata.managedFields']

/** Which parts of an object a decoder reads. */
export interface DecoderOptions {
  /** Paths that are cut out. @default ['metadata.managedFields'] */
  readonly trim?: readonly string[] | undefined
  /** If given, only these paths and the identifying members are kept. */
  readonly pick?: readonly string[] | undefined
  /** Whether equal parts of several objects share one frozen value. @default false */
  readonly share?: boolean | undefined
}

/** Which parts of an object are stored. */
export interface WantedPaths {
  /** Paths that are cut out. */
  readonly trim: readonly PathSegments[]
  /** If given, everything outside these paths is cut out, except for the identifying members. */
  readonly pick?: readonly PathSegments[] | undefined
  /** Whether equal values one level below the top-level members may be shared. */
  readonly shares?: boolean | undefined
}

export const wantedPaths = ({ trim = DEFAULT_TRIM, pick, share }: DecoderOptions): WantedPaths => ({
  trim: trim.map(parsePath),
  pick: pick?.map(parsePath),
  shares: share,
})
