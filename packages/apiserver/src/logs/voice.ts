import type { Random } from '@kube-informer/core'
import type { ContainerRun } from './container-run.ts'
import { httpLines, jsonHttpLines } from './http-lines.ts'
import { proxyLines } from './proxy-lines.ts'
import { batchLines, storeLines, workerLines } from './worker-lines.ts'

/** What a container writes. */
export interface Voice {
  /** The lines of one record. */
  readonly lines: Lines
  /** The first messages of a run. */
  readonly start: readonly string[]
}

/** Writes the lines of a record; the first one carries the time. */
type Lines = (random: Random, at: string, serial: number) => readonly string[]

const VOICES: readonly (readonly [pattern: RegExp, lines: Lines])[] = [
  [/proxy|envoy|sidecar/, proxyLines],
  [/cache|redis|postgres|database|store|queue/, storeLines],
  [/worker|indexer|scheduler|consumer|mailer|relay|exporter/, workerLines],
  [/migrat|backup|report|batch|cleanup|import|job/, batchLines],
  [/frontend|gateway|web/, jsonHttpLines],
]

/** The voice of a container by its name and image: all replicas of an application write the same format. */
export function voiceOf({ container, image }: ContainerRun): Voice {
  const [, program = container, version = 'latest'] = /([^/:@]+)(?::([^/@]+))?(?:@.*)?$/.exec(image) ?? []
  const subject = container === 'app' || container === 'main' ? program : `${container} ${program}`
  const lines = VOICES.find(([pattern]) => pattern.test(subject))?.[1] ?? httpLines
  return {
    lines,
    start: [
      `starting ${program} version=${version} pid=1`,
      'configuration loaded from /etc/app/config.yaml',
      'connected to database after 1 attempt',
      'listening on :8080, metrics on :9090',
    ],
  }
}
