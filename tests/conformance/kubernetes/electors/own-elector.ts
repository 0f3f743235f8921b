// Runs one of our leader electors on a Lease, again and again until stdin closes or a SIGTERM arrives; the same program as
// tools/kubernetes/controller-electors.
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { setDefaultCACertificates } from 'node:tls'
import { LeaderElector, LeaseLock, LeaseLostError } from '@kube-informer/controller/leader-election'
import { createKubeClient } from '@kube-informer/core'
import type { ElectorReport, ElectorSettings } from './elector-settings.ts'

const { url, token, ca, namespace, name, identity, ...durations }: ElectorSettings = JSON.parse(
  process.env.ELECTOR ?? '',
)

const controller = new AbortController()
process.on('SIGTERM', () => controller.abort())
process.stdin.on('end', () => process.exit()).resume()

function report(event: ElectorReport['event']): void {
  writeSync(1, `${JSON.stringify({ at: performance.timeOrigin + performance.now(), event })}\n`)
}

async function lead(signal: AbortSignal): Promise<void> {
  report('started')
  signal.addEventListener('abort', () => report('ended'))
  while (!signal.aborted) {
    report('working')
    await sleep(50)
  }
}

setDefaultCACertificates([ca])
const client = createKubeClient({ baseUrl: url, getToken: () => token })
const elector = new LeaderElector({
  ...durations,
  lock: new LeaseLock({ client, namespace, name, identity }),
  releaseOnCancel: true,
  onStartedLeading: lead,
  onStoppedLeading: () => {},
})
while (!controller.signal.aborted) {
  await elector.run(controller.signal).catch(error => {
    if (!(error instanceof LeaseLostError)) throw error
  })
}
process.exit()
