import type { Clock } from '@kube-informer/core'

/** What the command uses of its process. */
export interface CliHost {
  /** Paths are relative to this folder. */
  readonly cwd: string
  readonly clock: Clock
  /** Aborts when the user ends the command. */
  readonly signal: AbortSignal
  /** The standard input until its end. */
  readStdin(): Promise<string>
  /** Writes to the standard output. */
  out(text: string): void
  /** Writes to the standard error output. */
  err(text: string): void
  /** Reports changes of a folder's files by name; without a name if it is not known. Returns a function that ends this. */
  watchFolder(folder: string, onChange: (name: string | undefined) => void): () => void
}
