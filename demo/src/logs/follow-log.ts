import { isNotFound, type KubeClient, podLogs, readLines } from '@kube-informer/core'
import { splitTime } from './log-line.ts'

/** One container whose log is shown. */
export interface LogSource {
  readonly namespace: string
  readonly pod: string
  readonly container: string
  /** `web-0/app` */
  readonly label: string
}

/** Which log, and how new lines arrive. */
export interface FollowOptions {
  readonly previous: boolean
  /**
   * Whether new lines are asked for again and again instead of streamed. A stream takes one of the six connections that a
   * browser opens to a host over HTTP/1.1.
   *
   * @default false
   */
  readonly polls?: boolean
  /** The number of lines to start with. */
  readonly tailLines: number
  readonly onLine: (text: string) => void
  readonly onState: (state: LogState) => void
  readonly signal: AbortSignal
  /** Waits before the stream is opened again. @default a second */
  readonly wait?: (signal: AbortSignal) => Promise<void>
}

/** What the stream of one container does. */
export type LogState =
  | { readonly type: 'streaming' }
  | { readonly type: 'ended' }
  | { readonly type: 'retrying'; readonly error: Error }

/**
 * Follows the log of a container. A stream that breaks is opened again at the time of its last line, without repeating
 * lines; it ends when the server says that the container or the Pod is gone, and with `previous` after one reading.
 */
export async function followLog(
  client: Pick<KubeClient, 'request'>,
  { namespace, pod, container }: LogSource,
  { previous, polls = false, tailLines, onLine, onState, signal, wait = aSecond }: FollowOptions,
): Promise<void> {
  let last = ''
  /** The lines of the time `last`, which `sinceTime` includes again. */
  let seen = new Set<string>()
  while (!signal.aborted) {
    try {
      const since = last === '' ? { tailLines } : { sinceTime: last }
      const options = { container, previous, follow: !previous && !polls, timestamps: true, signal, ...since }
      const stream = await podLogs(client, { namespace, name: pod }, options)
      onState({ type: 'streaming' })
      let lines = 0
      for await (const line of readLines(stream)) {
        lines++
        const { time } = splitTime(line)
        if (time !== '' && time === last && seen.has(line)) continue
        if (time !== last) seen = new Set()
        seen.add(line)
        if (time !== '') last = time
        onLine(line)
      }
      if (previous || (lines === 0 && !polls)) break
    } catch (error) {
      if (signal.aborted) return
      onState({ type: 'retrying', error: error as Error })
      if (previous || isNotFound(error)) return
    }
    await wait(signal)
  }
  if (!signal.aborted) onState({ type: 'ended' })
}

const aSecond = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, 1_000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
