import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import {
  cronJobs,
  deployments,
  type Event,
  events,
  jobs,
  pods,
  replicaSets,
} from '@kube-informer/core/resources'
import type { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import type { FakeApiserver } from '../server/fake-apiserver.ts'
import { ask } from '../test/fixtures.ts'
import { clusterWith, deployment } from '../test/workloads.ts'

const RESOURCES: readonly ResourceDefinition[] = [deployments, replicaSets, cronJobs, jobs, pods, events]
const DEPLOYMENT = '/apis/apps/v1/namespaces/default/deployments/web'

/** A cluster, and the objects as they are after each step: one line for each that changed. */
class Recording {
  readonly server: FakeApiserver
  readonly #clock: FakeClock
  readonly #seen = new Map<string, string>()
  readonly #lines: string[] = []

  constructor() {
    const all = {
      scheduler: true,
      pods: true,
      replicaSets: true,
      deployments: true,
      jobs: true,
      cronJobs: true,
    }
    const { clock, server } = clusterWith(all)
    this.server = server
    this.#clock = clock
  }

  get text(): string {
    return `${this.#lines.join('\n')}\n`
  }

  /** Lets the time pass, a second after the other. */
  async pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      await this.#clock.advance(1_000)
      const now = new Map(RESOURCES.flatMap(resource => this.server.list(resource)).map(lineOf))
      const changed = [...now].filter(([key, line]) => this.#seen.get(key) !== line).map(([, line]) => line)
      const gone = [...this.#seen.keys()].filter(key => !now.has(key)).map(key => `${key} is gone`)
      if (changed.length + gone.length > 0)
        this.#lines.push(new Date(this.#clock.now()).toISOString(), ...changed, ...gone)
      this.#seen.clear()
      for (const [key, line] of now) this.#seen.set(key, line)
    }
  }

  async patch(path: string, body: object): Promise<void> {
    this.#lines.push(`PATCH ${JSON.stringify(body)}`)
    const { code } = await ask(this.server, 'PATCH', path, body, 'application/merge-patch+json')
    expect(code).toBe(200)
  }
}

interface Written extends KubernetesObject {
  readonly spec?: { readonly replicas?: number; readonly nodeName?: string; readonly parallelism?: number }
  readonly status?: object
}

/** The key of an object, and what controllers write of it. */
function lineOf(object: KubernetesObject): readonly [key: string, line: string] {
  if (object.kind === 'Event') return eventLine(object as Event)
  const { kind, metadata = {}, spec: { replicas, nodeName, parallelism } = {}, status } = object as Written
  const { name, annotations, labels, deletionTimestamp, ownerReferences } = metadata
  const owners = ownerReferences?.map(owner => owner.name)
  const key = `${kind} ${name}`
  const parts = { annotations, labels, owners, deletionTimestamp, replicas, nodeName, parallelism, status }
  return [key, `${key} ${JSON.stringify(parts)}`]
}

function eventLine({
  metadata,
  involvedObject,
  type,
  reason,
  message,
  count,
  source,
}: Event): readonly [string, string] {
  const about = `${involvedObject.kind} ${involvedObject.name}`
  return [
    `Event ${metadata?.name}`,
    `Event on ${about} of ${source?.component}: ${type} ${reason}: ${message} (${count})`,
  ]
}

const image = (name: string) => ({
  spec: { template: { spec: { containers: [{ name: 'main', image: name }] } } },
})

test('the history of a Deployment: created, rolled out, paused, scaled, undone, stuck, deleted', async () => {
  const recording = new Recording()
  recording.server.create(deployment(3, { progressDeadlineSeconds: 20, revisionHistoryLimit: 1 }))
  await recording.pass(5)
  await recording.patch(DEPLOYMENT, image('example/web:2'))
  await recording.pass(12)
  await recording.patch(DEPLOYMENT, { spec: { paused: true, replicas: 5 } })
  await recording.patch(DEPLOYMENT, image('example/web:3'))
  await recording.pass(5)
  await recording.patch(DEPLOYMENT, { spec: { paused: false } })
  await recording.pass(3)
  await recording.patch(DEPLOYMENT, image('example/web:2'))
  await recording.pass(15)
  // No node has the label, so that the new Pods stay pending.
  await recording.patch(DEPLOYMENT, { spec: { template: { spec: { nodeSelector: { disk: 'none' } } } } })
  await recording.pass(30)
  await recording.patch(DEPLOYMENT, {
    spec: { strategy: { type: 'Recreate', rollingUpdate: null }, replicas: 2 },
  })
  await recording.patch(DEPLOYMENT, { spec: { template: { spec: { nodeSelector: null } } } })
  await recording.pass(15)
  await expect(recording.text).toMatchFileSnapshot('recorded/deployment.txt')
})

test('the history of a CronJob: Jobs that succeed, fail and are retried', async () => {
  const recording = new Recording()
  const containers = [{ name: 'main', image: 'busybox', command: ['sh', '-c', 'sleep 8; exit 3'] }]
  const path = '/apis/batch/v1/namespaces/default/cronjobs/tick'
  recording.server.create(
    {
      kind: 'CronJob',
      apiVersion: 'batch/v1',
      metadata: { name: 'tick', namespace: 'default' },
      spec: {
        schedule: '*/2 * * * *',
        concurrencyPolicy: 'Replace',
        failedJobsHistoryLimit: 1,
        successfulJobsHistoryLimit: 1,
        jobTemplate: {
          spec: {
            backoffLimit: 1,
            completions: 3,
            parallelism: 2,
            template: { spec: { restartPolicy: 'Never', containers } },
          },
        },
      },
    },
    cronJobs,
  )
  await recording.pass(230)
  const quick = [{ name: 'main', image: 'busybox', command: ['sleep', '3'] }]
  await recording.patch(path, {
    spec: { jobTemplate: { spec: { template: { spec: { containers: quick } } } } },
  })
  await recording.pass(250)
  await recording.patch(path, { spec: { suspend: true } })
  await recording.pass(130)
  await expect(recording.text).toMatchFileSnapshot('recorded/cron-job.txt')
})
