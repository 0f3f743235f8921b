/** The part of Node's `process` that a signal handler uses. */
export interface SignalProcess {
  on(signal: 'SIGINT' | 'SIGTERM', listener: (signal: string) => void): unknown
  exit(code: number): void
}

/** For tests: the process. */
export interface SignalHandlerOptions {
  /** @default the global `process` */
  readonly process?: SignalProcess | undefined
}

/**
 * A signal that aborts when the process is asked to end: at the first SIGINT or SIGTERM. The second one ends the process with
 * the exit code 1, without waiting (controller-runtime `signals.SetupSignalHandler`). Call it once, early. Its listeners stay
 * for the life of the process, and do not keep it alive.
 *
 * @example
 * await manager.run(setupSignalHandler())
 */
export function setupSignalHandler({ process: host = process }: SignalHandlerOptions = {}): AbortSignal {
  const controller = new AbortController()
  const onSignal = (name: string) => {
    if (controller.signal.aborted) host.exit(1)
    else controller.abort(new DOMException(`the process received ${name}`, 'AbortError'))
  }
  host.on('SIGINT', onSignal)
  host.on('SIGTERM', onSignal)
  return controller.signal
}
