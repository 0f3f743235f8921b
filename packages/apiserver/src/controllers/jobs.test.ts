import { type CronJob, cronJobs, type Job, jobs, pods } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import type { FakeApiserver } from '../server/fake-apiserver.ts'
import { ask } from '../test/fixtures.ts'
import { clusterWith, eventTexts, podStates } from '../test/workloads.ts'
import { parseSchedule } from './jobs/cron-schedule.ts'

const ALL = { scheduler: true, pods: true, jobs: true, cronJobs: true }
const PATH = '/apis/batch/v1/namespaces/default/jobs'

const template = (command: readonly string[]) => ({
  spec: { restartPolicy: 'Never' as const, containers: [{ name: 'main', image: 'example/task:1', command }] },
})

const create = (server: FakeApiserver, spec: Partial<Job['spec']> = {}, command = ['sleep', '3']) =>
  ask(server, 'POST', PATH, { metadata: { name: 'task' }, spec: { template: template(command), ...spec } })

const patch = (server: FakeApiserver, spec: object) =>
  ask(server, 'PATCH', `${PATH}/task`, { spec }, 'application/merge-patch+json')

const only = (server: FakeApiserver): Job | undefined => server.get(jobs, 'default/task')

const conditions = (server: FakeApiserver) =>
  only(server)?.status?.conditions?.map(({ type, status, reason }) => `${type}=${status} ${reason}`)

test('a Job runs its Pods in parallel until enough of them succeed', async () => {
  const { clock, server } = clusterWith(ALL)
  await create(server, { completions: 3, parallelism: 2 })
  await clock.advance(2_000)
  expect(podStates(server)).toEqual(['Running ready', 'Running ready'])
  expect(only(server)?.status).toMatchObject({ active: 2, ready: 2, startTime: '2026-01-01T00:00:00Z' })
  await clock.advance(20_000)
  expect(podStates(server)).toEqual(['Succeeded', 'Succeeded', 'Succeeded'])
  expect(only(server)?.status).toMatchObject({ succeeded: 3, ready: 0, completionTime: expect.any(String) })
  expect(only(server)?.status).not.toHaveProperty('active')
  expect(conditions(server)).toEqual([
    'SuccessCriteriaMet=True CompletionsReached',
    'Complete=True CompletionsReached',
  ])
  expect(eventTexts(server, 'Job').at(-1)).toBe('Normal Completed: Job completed')
  expect(server.list(pods)[0]?.metadata?.labels).toMatchObject({ 'job-name': 'task' })
})

test('backoffLimit: a Job fails after its Pods failed, with longer and longer delays', async () => {
  const { clock, server } = clusterWith(ALL)
  await create(server, { backoffLimit: 2 }, ['sh', '-c', 'sleep 1; exit 3'])
  await clock.advance(8_000)
  expect(podStates(server)).toEqual(['Failed'])
  await clock.advance(120_000)
  expect(podStates(server)).toEqual(['Failed', 'Failed', 'Failed'])
  expect(only(server)?.status).toMatchObject({ failed: 3 })
  expect(conditions(server)).toEqual([
    'FailureTarget=True BackoffLimitExceeded',
    'Failed=True BackoffLimitExceeded',
  ])
})

test('a suspended Job has no Pods until it is resumed', async () => {
  const { clock, server } = clusterWith(ALL)
  await create(server)
  await clock.advance(2_000)
  await patch(server, { suspend: true })
  await clock.advance(5_000)
  expect(podStates(server)).toEqual([])
  expect(conditions(server)).toEqual(['Suspended=True JobSuspended'])
  await patch(server, { suspend: false })
  await clock.advance(10_000)
  expect(conditions(server)?.at(-1)).toBe('Complete=True CompletionsReached')
})

test('activeDeadlineSeconds and ttlSecondsAfterFinished', async () => {
  const { clock, server } = clusterWith({ ...ALL, garbageCollector: true })
  await create(server, { activeDeadlineSeconds: 20, ttlSecondsAfterFinished: 60 }, ['sleep', '100'])
  await clock.advance(25_000)
  expect(conditions(server)?.at(-1)).toBe('Failed=True DeadlineExceeded')
  await clock.advance(60_000)
  expect(server.keys(jobs)).toEqual([])
  expect(server.keys(pods)).toEqual([])
})

const cronJob = (spec: Partial<CronJob['spec']> = {}): CronJob => ({
  kind: 'CronJob',
  apiVersion: 'batch/v1',
  metadata: { name: 'tick', namespace: 'default' },
  spec: {
    schedule: '*/5 * * * *',
    jobTemplate: { spec: { template: template(['sleep', '3']), completions: 1 } },
    ...spec,
  },
})

const onlyCronJob = (server: FakeApiserver) => server.get(cronJobs, 'default/tick')

test('a CronJob creates Jobs on time, and keeps the last ones', async () => {
  const { clock, server } = clusterWith(ALL)
  server.create(cronJob())
  await clock.advance(299_000)
  expect(server.keys(jobs)).toEqual([])
  await clock.advance(2_000)
  const minutes = Date.UTC(2026, 0, 1, 0, 5) / 60_000
  expect(server.keys(jobs)).toEqual([`default/tick-${minutes}`])
  expect(onlyCronJob(server)?.status).toMatchObject({
    active: [{ name: `tick-${minutes}` }],
    lastScheduleTime: '2026-01-01T00:05:00Z',
  })
  await clock.advance(30_000)
  expect(onlyCronJob(server)?.status).not.toHaveProperty('active')
  expect(eventTexts(server, 'CronJob')).toEqual([
    `Normal SuccessfulCreate: Created job tick-${minutes}`,
    `Normal SawCompletedJob: Saw completed job: tick-${minutes}, condition: Complete`,
  ])
  await clock.advance(3_600_000)
  expect(server.keys(jobs)).toHaveLength(3)
})

test('a suspended CronJob creates nothing and needs no timer; Forbid waits for the Job before', async () => {
  const { clock, server } = clusterWith(ALL)
  server.create(cronJob({ suspend: true }))
  await clock.advance(3_600_000)
  expect(server.keys(jobs)).toEqual([])
  expect(clock.pendingTimers).toBe(0)
  const busy = { spec: { template: template(['sleep', '900']), completions: 1 } }
  server.update({ ...cronJob({ concurrencyPolicy: 'Forbid', jobTemplate: busy }) })
  await clock.advance(700_000)
  expect(server.keys(jobs)).toHaveLength(1)
})

test('schedules: five fields, names, steps, macros', () => {
  const next = (text: string) => {
    const at = parseSchedule(text)?.next(Date.UTC(2026, 0, 1, 10, 30))
    return at === undefined ? undefined : new Date(at).toISOString().slice(0, 16)
  }
  expect(next('* * * * *')).toBe('2026-01-01T10:31')
  expect(next('0 9-17/4 * * mon-fri')).toBe('2026-01-01T13:00')
  expect(next('15,45 3 * * *')).toBe('2026-01-02T03:15')
  expect(next('0 0 13 * 5')).toBe('2026-01-02T00:00')
  expect(next('0 0 29 feb *')).toBe('2028-02-29T00:00')
  expect(next('0 0 * * 7')).toBe('2026-01-04T00:00')
  expect(next('@monthly')).toBe('2026-02-01T00:00')
  expect(next('@every 1h30m')).toBe('2026-01-01T12:00')
  for (const bad of ['', '* * * *', '60 * * * *', '5-1 * * * *', '*/0 * * * *', 'x * * * *', '@never'])
    expect(parseSchedule(bad)).toBeUndefined()
  expect(next('0 0 31 2 *')).toBeUndefined()
})
