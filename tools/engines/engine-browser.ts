import type { Engine } from './engine.ts'

/** A tab of a browser. */
export interface EnginePage {
  /** Resolves when the page has loaded, or earlier. */
  navigate(url: string): Promise<void>
  /** Runs a function in the page. Its source text is sent, with the arguments as JSON; so is its result. */
  evaluate<R, A extends readonly unknown[]>(run: (...args: A) => R, ...args: A): Promise<Awaited<R>>
  /** Types into the focused element with the keyboard. */
  type(text: string): Promise<void>
  /** A PNG of the visible part. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
  /** Ends the process of the page. Other pages may share it. */
  crash(): Promise<void>
  /** Keeps the page from running its scripts; resolves with a function that ends this. */
  hang(): Promise<() => Promise<void>>
  /** Freezes the page and its dedicated workers, with the events of a browser that saves memory. */
  freeze(): Promise<void>
  /** Ends the freeze. */
  thaw(): Promise<void>
  /** Sets `navigator.onLine`, with its events, in the page. */
  setOffline(offline: boolean): Promise<void>
}

/** A browser with a profile of its own, controlled by its engine's own protocol. */
export interface EngineBrowser {
  readonly engine: Engine
  /** Opens a tab in the foreground. */
  open(url: string): Promise<EnginePage>
  /** Ends the shared workers, as the browser's task manager does. */
  killSharedWorkers(): Promise<void>
  close(): Promise<void>
  /** Kills all processes of the browser at once, as a power failure does. */
  kill(): Promise<void>
}

/** What a test can have done to a page or a browser. */
export type Ability = 'freeze' | 'offline' | 'killSharedWorkers' | 'backForwardCache' | 'isolatedCrash'

const NO_FREEZE = 'has no freeze and resume events, and cannot be told to suspend a page'

/** What an engine cannot do, with the reason. Tests of it are skipped, and the reason is theirs. */
export const LACKS: Readonly<Record<Engine, Readonly<Partial<Record<Ability, string>>>>> = {
  chromium: {},
  firefox: {
    freeze: `Firefox ${NO_FREEZE}`,
    killSharedWorkers: 'Firefox runs shared workers in the processes of pages, and no protocol ends one',
    backForwardCache: 'Firefox does not keep pages that WebDriver BiDi controls',
  },
  webkit: {
    freeze: `WebKit ${NO_FREEZE}`,
    isolatedCrash: 'WebKit ends the session of WebDriver when the process of one of its pages ends',
    offline: 'WebDriver cannot take WebKit offline',
    killSharedWorkers: 'no protocol of WebKit ends a shared worker',
  },
}

/** Thrown where a driver is asked for what {@link LACKS} lists. */
export function lacking(engine: Engine, ability: Ability): Error {
  return new Error(LACKS[engine][ability] ?? `${engine}: ${ability} is not implemented`)
}
