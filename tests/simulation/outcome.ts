/** The result of one run of a history. */
export interface Outcome<Stats> {
  /** Undefined when the history failed. */
  readonly stats: Stats | undefined
  /** The first violation or error. */
  readonly failure: string | undefined
}

/** Unhandled rejections of the current run. */
const unhandled: unknown[] = []
let isListening = false

/** Runs a history. An unhandled rejection is a failure, too: in a page it would be an error in the console. */
export async function outcomeOf<Stats>(history: () => Promise<Stats>): Promise<Outcome<Stats>> {
  if (!isListening) process.on('unhandledRejection', error => unhandled.push(error))
  isListening = true
  unhandled.length = 0
  try {
    const stats = await history()
    const [rejection] = unhandled
    const failure = rejection === undefined ? undefined : `unhandled rejection: ${String(rejection)}`
    return { stats, failure }
  } catch (error) {
    return { stats: undefined, failure: error instanceof Error ? error.message : String(error) }
  }
}
