import type { Engine } from './engine.ts'

/** A tab of a browser. */
export interface EnginePage {
  /** Resolves when the page has loaded. */
  navigate(url: string): Promise<void>
  /** Runs a function in the page. Its source text is sent, with the arguments as JSON; so is its result. */
  evaluate<R, A extends readonly unknown[]>(run: (...args: A) => R, ...args: A): Promise<Awaited<R>>
  /** Types into the focused element with the keyboard. */
  type(text: string): Promise<void>
  /** A PNG of the visible part. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** A browser with a profile of its own, controlled by its engine's own protocol. */
export interface EngineBrowser {
  readonly engine: Engine
  /** Opens a tab in the foreground. */
  open(url: string): Promise<EnginePage>
  close(): Promise<void>
  /** Kills all processes of the browser at once, as a power failure does. */
  kill(): Promise<void>
}
