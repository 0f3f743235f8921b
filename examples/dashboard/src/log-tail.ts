import { type KubeClient, podLogs, readLines } from '@kube-informer/core'

export interface LogTailOptions {
  readonly pod: { readonly namespace: string; readonly name: string }
  readonly onLine: (line: string) => void
  /** The stream has ended or failed; it is opened again. */
  readonly onBreak: (error: Error | undefined) => void
  readonly signal: AbortSignal
  /** Waits before the stream is opened again. @default a second */
  readonly pause?: () => Promise<void>
}

const aSecond = () => new Promise<void>(resolve => setTimeout(resolve, 1_000))

/** Follows the log of a Pod until the signal aborts. After a break it continues with the line after the last one. */
export async function tailLog(
  client: Pick<KubeClient, 'request'>,
  { pod, onLine, onBreak, signal, pause = aSecond }: LogTailOptions,
): Promise<void> {
  /** That of the last line: `2026-01-01T12:00:00`. */
  let second = ''
  /** The lines of that second. Requests have whole seconds, so that the server sends them again. */
  let shown = new Set<string>()
  while (!signal.aborted) {
    try {
      const from = second ? { sinceTime: `${second}Z` } : { tailLines: 100 }
      const log = await podLogs(client, pod, { follow: true, timestamps: true, signal, ...from })
      for await (const line of readLines(log)) {
        if (shown.has(line)) continue
        if (!line.startsWith(second) || !second) shown = new Set()
        second = line.slice(0, 19)
        shown.add(line)
        onLine(line.slice(line.indexOf(' ') + 1))
      }
      onBreak(undefined)
    } catch (error) {
      if (!signal.aborted) onBreak(error as Error)
    }
    if (!signal.aborted) await pause()
  }
}
