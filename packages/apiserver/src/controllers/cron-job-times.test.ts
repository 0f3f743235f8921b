import { type CronJob, cronJobs, type Job, jobs } from '@kube-informer/core/resources'
import { describe, expect, test } from 'vitest'
import type { FakeApiserver } from '../server/fake-apiserver.ts'
import { clusterWith, eventTexts } from '../test/workloads.ts'

const ALONE = { cronJobs: true }
/** The clock's start. */
const CREATED = '2026-01-01T00:00:00Z'

const cronJob = (spec: Partial<CronJob['spec']> = {}, more: Partial<CronJob> = {}): CronJob => ({
  ...{ kind: 'CronJob', apiVersion: 'batch/v1' },
  metadata: { name: 'tick', namespace: 'default', uid: 'u', creationTimestamp: CREATED },
  spec: {
    schedule: '*/5 * * * *',
    jobTemplate: {
      metadata: { labels: { a: '1' }, annotations: { b: '2' } },
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'i' }] } } },
    },
    ...spec,
  },
  ...more,
})

const only = (server: FakeApiserver) => server.get(cronJobs, 'default/tick')
const minuteOf = (time: string) => Date.parse(`2026-01-01T${time}:00Z`) / 60_000
const names = (server: FakeApiserver) => server.keys(jobs).map(key => key.replace('default/', ''))
const eventsOf = (server: FakeApiserver) => eventTexts(server, 'CronJob')

/** The Job ends. */
function finish(
  server: FakeApiserver,
  name: string,
  type: 'Complete' | 'Failed',
  completionTime?: string,
): void {
  const job = server.get(jobs, `default/${name}`)
  const conditions = [{ type, status: 'True' }] as NonNullable<NonNullable<Job['status']>['conditions']>
  if (job) server.update<Job>({ ...job, status: { conditions, ...(completionTime && { completionTime }) } })
}

test('a Job has the name of its minute, and what the template says', async () => {
  const { clock, server } = clusterWith(ALONE)
  server.create(cronJob())
  await clock.advance(301_000)
  const name = `tick-${minuteOf('00:05')}`
  const job = server.get(jobs, `default/${name}`)
  expect(job?.metadata).toMatchObject({
    ...{ name, labels: { a: '1' } },
    annotations: { b: '2', 'batch.kubernetes.io/cronjob-scheduled-timestamp': '2026-01-01T00:05:00Z' },
    ownerReferences: [{ kind: 'CronJob', name: 'tick', uid: 'u', controller: true }],
  })
  expect(only(server)?.status).toEqual({
    active: [
      {
        ...{ kind: 'Job', apiVersion: 'batch/v1', namespace: 'default', name },
        ...{ uid: job?.metadata?.uid, resourceVersion: job?.metadata?.resourceVersion },
      },
    ],
    lastScheduleTime: '2026-01-01T00:05:00Z',
  })
})

describe('concurrencyPolicy', () => {
  const twice = async (concurrencyPolicy?: 'Allow' | 'Forbid' | 'Replace') => {
    const { clock, server } = clusterWith(ALONE)
    server.create(cronJob(concurrencyPolicy ? { concurrencyPolicy } : {}))
    await clock.advance(601_000)
    const active = only(server)?.status?.active?.map(({ name }) => name)
    return {
      names: names(server),
      active,
      lastScheduleTime: only(server)?.status?.lastScheduleTime,
      events: eventsOf(server),
    }
  }
  const [first, second] = [`tick-${minuteOf('00:05')}`, `tick-${minuteOf('00:10')}`]

  test.each([undefined, 'Allow'] as const)('%s: both run', async policy => {
    expect(await twice(policy)).toMatchObject({ names: [first, second], active: [first, second] })
  })

  test('Forbid: the second one does not start, and its time is not served', async () => {
    expect(await twice('Forbid')).toMatchObject({
      ...{ names: [first], active: [first], lastScheduleTime: '2026-01-01T00:05:00Z' },
      events: [
        `Normal SuccessfulCreate: Created job ${first}`,
        'Normal JobAlreadyActive: Not starting job because prior execution is running and concurrency policy is Forbid',
      ],
    })
  })

  test('Replace: the first one is deleted', async () => {
    expect(await twice('Replace')).toMatchObject({
      ...{ names: [second], active: [second], lastScheduleTime: '2026-01-01T00:10:00Z' },
      events: expect.arrayContaining([`Normal SuccessfulDelete: Deleted job ${first}`]) as unknown,
    })
  })
})

test('Jobs that end leave the status; those that are missing are reported', async () => {
  const { clock, server } = clusterWith(ALONE)
  server.create(cronJob())
  await clock.advance(601_000)
  const [first = '', second = ''] = names(server)
  finish(server, first, 'Complete', '2026-01-01T00:10:30Z')
  await clock.advance(100)
  expect(only(server)?.status).toMatchObject({
    active: [{ name: second }],
    lastSuccessfulTime: '2026-01-01T00:10:30Z',
  })
  const job = server.get(jobs, `default/${second}`)
  if (job) server.delete(job)
  await clock.advance(100)
  expect(only(server)?.status).not.toHaveProperty('active')
  expect(eventsOf(server).slice(-2)).toEqual([
    `Normal SawCompletedJob: Saw completed job: ${first}, condition: Complete`,
    `Normal MissingJob: Active job went missing: ${second}`,
  ])
})

test('the oldest Jobs beyond the limits are deleted: three successful ones and a failed one stay', async () => {
  const { clock, server } = clusterWith(ALONE)
  server.create(cronJob({ schedule: '* * * * *' }))
  for (let minute = 0; minute < 7; minute++) {
    await clock.advance(60_000)
    finish(server, names(server).at(-1) ?? '', minute === 1 || minute === 3 ? 'Failed' : 'Complete')
  }
  await clock.advance(100)
  const left = names(server).map(name => Number(name.replace('tick-', '')) - minuteOf('00:00'))
  expect(left).toEqual([4, 5, 6, 7])
  const outcomes = server.list(jobs).map(({ status }) => status?.conditions?.[0]?.type)
  expect(outcomes.filter(type => type === 'Complete')).toHaveLength(3)
  expect(outcomes.filter(type => type === 'Failed')).toHaveLength(1)
})

test.each([
  { deadline: undefined, last: '2025-12-31T10:00:00Z', expected: [minuteOf('00:00')] },
  { deadline: 10, last: '2025-12-31T10:00:00Z', expected: [minuteOf('00:00')] },
  { deadline: undefined, last: '2026-01-01T00:00:00Z', expected: [] },
])(
  'of many missed times the latest counts: $last, deadline $deadline',
  async ({ deadline, last, expected }) => {
    const spec = deadline === undefined ? {} : { startingDeadlineSeconds: deadline }
    const objects = [cronJob(spec, { status: { lastScheduleTime: last } } as Partial<CronJob>)]
    const { clock, server } = clusterWith(ALONE, { objects })
    await clock.advance(100)
    expect(names(server)).toEqual(expected.map(minute => `tick-${minute}`))
  },
)

test('a missed time that is older than the deadline is not served', async () => {
  const { clock, server } = clusterWith(ALONE)
  const old = { creationTimestamp: '2025-12-31T10:00:00Z' }
  await clock.advance(60_000)
  const make = (startingDeadlineSeconds: number) => {
    const of = cronJob({ startingDeadlineSeconds })
    return {
      ...of,
      metadata: {
        ...of.metadata,
        ...old,
        name: `tick${startingDeadlineSeconds}`,
        uid: `u${startingDeadlineSeconds}`,
      },
    }
  }
  server.create(make(59))
  server.create(make(61))
  await clock.advance(100)
  expect(names(server)).toEqual([`tick61-${minuteOf('00:00')}`])
})

test('a schedule that cannot be parsed is reported, and so is a Job that is rejected', async () => {
  const { clock, server } = clusterWith(ALONE)
  server.create(cronJob({ schedule: 'never' }))
  await clock.advance(100)
  expect(eventsOf(server)).toEqual(['Warning UnparseableSchedule: unparseable schedule: "never"'])
  const { jobTemplate } = cronJob().spec
  server.update(cronJob({ jobTemplate: { ...jobTemplate, metadata: { labels: { a: 'not valid' } } } }))
  await clock.advance(600_000)
  expect(eventsOf(server)[1]).toMatch(/^Warning FailedCreate: Error creating job: Job.*is invalid/)
  expect(names(server)).toEqual([])
})

test('a Job that exists already is not reported', async () => {
  const { clock, server } = clusterWith(ALONE)
  const name = `tick-${minuteOf('00:05')}`
  server.create({ kind: 'Job', apiVersion: 'batch/v1', metadata: { name, namespace: 'default' } })
  server.create(cronJob())
  await clock.advance(301_000)
  expect(eventsOf(server)).toEqual([])
  expect(only(server)?.status).toEqual({ lastScheduleTime: '2026-01-01T00:05:00Z' })
})

test('a CronJob that is suspended or being deleted creates nothing', async () => {
  const leaving = { ...cronJob().metadata, finalizers: ['e.com/x'], deletionTimestamp: CREATED }
  for (const object of [cronJob({ suspend: true }), { ...cronJob(), metadata: leaving }]) {
    const { clock, server } = clusterWith(ALONE, { objects: [object] })
    await clock.advance(601_000)
    expect(names(server)).toEqual([])
  }
})
