import { type Job, jobs, type Pod, pods } from '@kube-informer/core/resources'
import { describe, expect, test } from 'vitest'
import type { FakeApiserver } from '../server/fake-apiserver.ts'
import { ask } from '../test/fixtures.ts'
import { clusterWith, eventTexts } from '../test/workloads.ts'
import { finishedAs, withJobCondition } from './jobs/job-conditions.ts'
import { PodTally } from './jobs/pod-tally.ts'

const ALONE = { jobs: true }
const START = '2026-01-01T00:00:00Z'
const PATH = '/apis/batch/v1/namespaces/default/jobs/task'

const task = (
  spec: Partial<NonNullable<Job['spec']>> = {},
  restartPolicy: 'Never' | 'OnFailure' = 'Never',
): Job => ({
  ...{ kind: 'Job', apiVersion: 'batch/v1' },
  metadata: { name: 'task', namespace: 'default', uid: 'u' },
  spec: {
    template: { spec: { restartPolicy, containers: [{ name: 'main', image: 'example/task:1' }] } },
    ...spec,
  },
})

const only = (server: FakeApiserver): Job | undefined => server.get(jobs, 'default/task')

/** The first Pods that are active get a phase, and their first containers restarts. */
function report(
  server: FakeApiserver,
  count: number,
  phase: string,
  finishedAt?: string,
  restartCount = 0,
): void {
  const active = server
    .list(pods)
    .filter(({ status, metadata }) => !/Succ|Fail/.test(status?.phase ?? '') && !metadata?.deletionTimestamp)
  for (const pod of active.slice(0, count)) {
    const containerStatuses = [
      {
        name: 'main',
        restartCount,
        ...(finishedAt && { state: { terminated: { exitCode: 1, finishedAt } } }),
      },
    ]
    server.update<Pod>({
      ...pod,
      status: { phase, containerStatuses } as unknown as NonNullable<Pod['status']>,
    })
  }
}

const counts = (server: FakeApiserver) => {
  const { active, succeeded, failed, ready, terminating } = only(server)?.status ?? {}
  return { active, succeeded, failed, ready, terminating }
}
const end = (server: FakeApiserver) => finishedAs(only(server) ?? task())?.reason

const running = { active: undefined, succeeded: undefined, failed: undefined, ready: 0, terminating: 0 }

describe('the Pods of a Job', () => {
  test('are as many as may run in parallel and are left, and surplus ones are deleted', async () => {
    const { clock, server } = clusterWith(ALONE)
    server.create(task({ completions: 3, parallelism: 2 }))
    await clock.advance(100)
    expect(counts(server)).toEqual({ ...running, active: 2 })
    expect(only(server)?.status).toMatchObject({ startTime: START, uncountedTerminatedPods: {} })
    report(server, 1, 'Succeeded')
    await clock.advance(100)
    expect(counts(server)).toEqual({ ...running, active: 2, succeeded: 1 })
    report(server, 1, 'Succeeded')
    await clock.advance(100)
    expect(counts(server)).toEqual({ ...running, active: 1, succeeded: 2 })
    await ask(server, 'PATCH', PATH, { spec: { parallelism: 0 } }, 'application/merge-patch+json')
    await clock.advance(100)
    expect(counts(server)).toEqual({ ...running, succeeded: 2 })
    expect(eventTexts(server, 'Job').filter(text => text.includes('SuccessfulDelete'))).toHaveLength(1)
    expect(end(server)).toBeUndefined()
  })

  test('of a Job without completions are not replaced after one has succeeded, and all have to end', async () => {
    const { clock, server } = clusterWith(ALONE)
    const { completions: _, ...spec } = task({ parallelism: 2 }).spec ?? { template: {} }
    server.create({ ...task(), spec })
    await clock.advance(100)
    expect(counts(server)).toEqual({ ...running, active: 2 })
    report(server, 1, 'Succeeded')
    await clock.advance(100)
    expect(counts(server)).toEqual({ ...running, active: 1, succeeded: 1 })
    expect(end(server)).toBeUndefined()
    report(server, 1, 'Succeeded')
    await clock.advance(100)
    expect([end(server), server.keys(pods).length]).toEqual(['CompletionsReached', 2])
    expect(only(server)?.status?.completionTime).toBe(START)
  })

  test('are one at a time by default', async () => {
    const { clock, server } = clusterWith(ALONE)
    server.create(task({ completions: 2 }))
    await clock.advance(100)
    expect(server.keys(pods)).toHaveLength(1)
  })

  test('are replaced after a delay that grows with each failure, counted from its end', async () => {
    const { clock, server } = clusterWith(ALONE)
    server.create(task({ completions: 1 }))
    await clock.advance(100)
    report(server, 1, 'Failed', '2026-01-01T00:00:05Z')
    await clock.advance(14_800)
    expect([server.keys(pods).length, counts(server)]).toEqual([1, { ...running, failed: 1 }])
    await clock.advance(300)
    expect(server.keys(pods)).toHaveLength(2)
    report(server, 1, 'Failed', '2026-01-01T00:00:15Z')
    await clock.advance(19_700)
    expect(server.keys(pods)).toHaveLength(2)
    await clock.advance(300)
    expect(counts(server)).toEqual({ ...running, active: 1, failed: 2 })
  })

  test('count once, also after they are deleted', async () => {
    const { clock, server } = clusterWith(ALONE)
    server.create(task({ completions: 3, parallelism: 1 }))
    await clock.advance(100)
    report(server, 1, 'Succeeded')
    await clock.advance(100)
    for (const pod of server.list(pods)) if (pod.status?.phase === 'Succeeded') server.delete(pod)
    await clock.advance(100)
    expect(counts(server)).toEqual({ ...running, active: 1, succeeded: 1 })
  })

  test('of another controller or of an earlier Job of the name do not concern it', async () => {
    const { clock, server } = clusterWith(ALONE)
    server.create(task())
    await clock.advance(100)
    const { rv } = server
    const owned = (kind: string, uid: string): Pod => ({
      ...{ kind: 'Pod', apiVersion: 'v1' },
      metadata: {
        ...{ name: `${kind}-${uid}`.toLowerCase(), namespace: 'default' },
        ownerReferences: [{ apiVersion: 'batch/v1', kind, name: 'task', uid, controller: true }],
      },
      spec: { containers: [] },
    })
    server.create(owned('Job', 'earlier'))
    server.create(owned('Other', 'u2'))
    await clock.advance(100)
    expect(Number(server.rv)).toBe(Number(rv) + 2)
  })
})

describe('a Job fails', () => {
  test.each([
    ['Never', 1, 1, 0, true],
    ['Never', 1, 0, 9, false],
    ['OnFailure', 2, 0, 2, false],
    ['OnFailure', 2, 0, 3, true],
  ] as const)(
    'restartPolicy %s, backoffLimit %s, %s failed Pods, %s restarts: %s',
    async (policy, limit, failed, restarts, fails) => {
      const { clock, server } = clusterWith(ALONE)
      server.create(
        task({ completions: 2, parallelism: 2, backoffLimit: limit - (failed > 0 ? 1 : 0) }, policy),
      )
      await clock.advance(100)
      report(server, failed, 'Failed')
      report(server, 1, 'Running', undefined, restarts)
      await clock.advance(100)
      expect(end(server)).toBe(fails ? 'BackoffLimitExceeded' : undefined)
    },
  )

  test('after six failures by default', async () => {
    const { clock, server } = clusterWith(ALONE)
    const failures = (failed: number): Job => ({
      ...task({ completions: 1 }),
      status: { failed, startTime: START },
    })
    server.create(failures(6))
    await clock.advance(100)
    expect(end(server)).toBeUndefined()
    server.delete(failures(6))
    await clock.advance(100)
    server.create({ ...failures(7), metadata: { ...task().metadata, uid: 'u7' } })
    await clock.advance(100)
    expect(end(server)).toBe('BackoffLimitExceeded')
    expect(eventTexts(server, 'Job').at(-1)).toBe(
      'Warning BackoffLimitExceeded: Job has reached the specified backoff limit',
    )
  })

  test('at its deadline, and loses its Pods; it is deleted when its time to live is over', async () => {
    const { clock, server } = clusterWith(ALONE)
    server.create(task({ activeDeadlineSeconds: 20, ttlSecondsAfterFinished: 30 }))
    await clock.advance(19_990)
    expect(end(server)).toBeUndefined()
    await clock.advance(30)
    expect([end(server), server.keys(pods)]).toEqual(['DeadlineExceeded', []])
    await clock.advance(29_900)
    expect(only(server)).toBeDefined()
    await clock.advance(200)
    expect(only(server)).toBeUndefined()
    expect(clock.pendingTimers).toBe(1)
  })
})

test('a suspended Job loses its Pods and its start, and says so', async () => {
  const { clock, server } = clusterWith(ALONE)
  const suspend = (is: boolean) =>
    ask(server, 'PATCH', PATH, { spec: { suspend: is } }, 'application/merge-patch+json')
  server.create(task())
  await clock.advance(100)
  await suspend(true)
  await clock.advance(100)
  expect([server.keys(pods), only(server)?.status?.startTime]).toEqual([[], undefined])
  expect(only(server)?.status?.conditions).toMatchObject([
    { type: 'Suspended', status: 'True', reason: 'JobSuspended', message: 'Job suspended' },
  ])
  await clock.advance(2_000)
  await suspend(false)
  await clock.advance(100)
  expect([server.keys(pods).length, only(server)?.status?.startTime]).toEqual([1, '2026-01-01T00:00:02Z'])
  expect(only(server)?.status?.conditions).toMatchObject([
    { type: 'Suspended', status: 'False', reason: 'JobResumed', message: 'Job resumed' },
  ])
  expect(eventTexts(server, 'Job').filter(text => /Suspended|Resumed/.test(text))).toEqual([
    'Normal Suspended: Job suspended',
    'Normal Resumed: Job resumed',
  ])
})

test('Jobs that exist when the controller starts are run', async () => {
  const { clock, server } = clusterWith(ALONE, { objects: [task()] })
  await clock.advance(100)
  expect(server.keys(pods)).toHaveLength(1)
})

test('a condition with the same status and reason stays, another one replaces it', () => {
  const first = withJobCondition(undefined, ['Suspended', 'True', 'R', 'm'], 0)
  expect(first).toMatchObject([{ type: 'Suspended', status: 'True', lastProbeTime: '1970-01-01T00:00:00Z' }])
  expect(withJobCondition(first, ['Suspended', 'True', 'R', 'n'], 1_000)).toBe(first)
  for (const [status, reason] of [
    ['False', 'R'],
    ['True', 'S'],
  ] as const)
    expect(withJobCondition(first, ['Suspended', status, reason, 'n'], 1_000)).toMatchObject([
      { status, reason, message: 'n', lastTransitionTime: '1970-01-01T00:00:01Z' },
    ])
})

test('a Job has ended with the condition Complete or Failed, if it is true', () => {
  const ended = (type: string, status: string) =>
    finishedAs({ ...task(), status: { conditions: [{ type, status }] as never } })?.type
  expect([ended('Complete', 'True'), ended('Failed', 'True')]).toEqual(['Complete', 'Failed'])
  expect([ended('Complete', 'False'), ended('Suspended', 'True')]).toEqual([undefined, undefined])
})

test('the count of a Job starts with its status, of which the Pods that exist are a part', () => {
  const tally = new PodTally()
  const pod = (uid: string, phase: string): Pod => ({
    metadata: { uid },
    spec: { containers: [] },
    status: { phase } as never,
  })
  const job: Job = { ...task(), status: { succeeded: 3, failed: 2 } }
  const own = [pod('a', 'Succeeded'), pod('b', 'Failed'), pod('c', 'Running')]
  expect(tally.count(job, own)).toEqual({ succeeded: 3, failed: 2 })
  expect(tally.count(job, [pod('d', 'Succeeded'), pod('a', 'Succeeded')])).toEqual({
    succeeded: 4,
    failed: 2,
  })
  expect(tally.count({ ...task(), metadata: { uid: 'other' } }, own)).toEqual({ succeeded: 1, failed: 1 })
  tally.forget('u')
  expect(tally.count({ ...job, status: {} }, [])).toEqual({ succeeded: 0, failed: 0 })
})
