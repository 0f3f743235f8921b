import type { Random } from '@kube-informer/core'
import type { Container, Pod } from '@kube-informer/core/resources'

/** How long the containers of a Pod run, in whole seconds. */
const RUN_SECONDS = 'fake.kube-informer.dev/run-seconds'
/** The exit code of its first container. */
const EXIT_CODE = 'fake.kube-informer.dev/exit-code'

/** The times of containers that nothing else determines, in ms. */
const MIN_RUN_MS = 2_000
const MAX_RUN_MS = 6_000

/** What a container does: it ends after some time. */
export interface PodProgram {
  readonly runMs: number
  readonly exitCode: number
}

/**
 * What a Pod does, since no container really runs: it ends after some time if it is not restarted always, or if an
 * annotation says so. Annotations come first, then a command that is or contains `sleep N`, `exit N` or `false`, then
 * `random`: some seconds, exit code 0. Undefined if it runs forever.
 */
export function programOf({ metadata, spec }: Pod, random: Random): PodProgram | undefined {
  const { [RUN_SECONDS]: seconds, [EXIT_CODE]: code } = metadata?.annotations ?? {}
  const isForever = (spec?.restartPolicy ?? 'Always') === 'Always'
  if (isForever && seconds === undefined && code === undefined) return undefined
  const command = commandOf(spec?.containers[0])
  const sleepMs = secondsIn(seconds) ?? secondsIn(/\bsleep (\d+)/.exec(command)?.[1])
  const someMs = MIN_RUN_MS + Math.floor(random() * (MAX_RUN_MS - MIN_RUN_MS))
  return { runMs: sleepMs ?? someMs, exitCode: wholeNumber(code) ?? exitCodeIn(command) }
}

const commandOf = (container: Container | undefined): string =>
  [...(container?.command ?? []), ...(container?.args ?? [])].join(' ')

const exitCodeIn = (command: string): number =>
  wholeNumber(/\bexit (\d+)/.exec(command)?.[1]) ?? (/(^|[ /])false$/.test(command) ? 1 : 0)

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined

function secondsIn(text: string | undefined): number | undefined {
  const seconds = wholeNumber(text)
  return seconds === undefined ? undefined : seconds * 1000
}
