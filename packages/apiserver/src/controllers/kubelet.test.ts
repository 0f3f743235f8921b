import { nodes, type Pod, pods } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import type { FakeApiserver } from '../server/fake-apiserver.ts'
import { ask } from '../test/fixtures.ts'
import { clusterWith, eventTexts, podStates } from '../test/workloads.ts'
import { podConditions, terminatedState } from './scheduler/container-statuses.ts'

const RUNNING = { scheduler: true, pods: true }
const START = '2026-01-01T00:00:00Z'
/** When every container that starts now runs, in ms. */
const STARTED = 1_600

const podOf = (spec: Partial<NonNullable<Pod['spec']>> = {}, metadata: Pod['metadata'] = {}): Pod => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name: 'p', namespace: 'default', uid: 'u1', ...metadata },
  spec: { containers: [{ name: 'main', image: 'example/app:1' }], ...spec },
})

const program = (seconds: number, code: number) => ({
  annotations: {
    'fake.kube-informer.dev/run-seconds': String(seconds),
    'fake.kube-informer.dev/exit-code': String(code),
  },
})

const statusOf = (server: FakeApiserver) => server.get(pods, 'default/p')?.status

/** The phase of the Pod, and of each container its state, readiness and restarts. */
const summary = (server: FakeApiserver) => {
  const { phase, containerStatuses = [] } = statusOf(server) ?? {}
  const states = containerStatuses.map(({ name, state = {}, ready, started, restartCount }) => {
    const what = Object.keys(state).join()
    return `${name} ${state.waiting?.reason ?? what}${ready ? ' ready' : ''}${started ? ' started' : ''} ${restartCount}`
  })
  return [phase, ...states]
}

const conditionsOf = (server: FakeApiserver) =>
  statusOf(server)?.conditions?.map(({ type, status, reason }) =>
    [type, status, reason].filter(Boolean).join(' '),
  )

const remove = (server: FakeApiserver, gracePeriodSeconds: number) =>
  ask(server, 'DELETE', '/api/v1/namespaces/default/pods/p', { gracePeriodSeconds })

test('a bound Pod is created, started and ready, with its init containers ended', async () => {
  const { clock, server } = clusterWith(RUNNING)
  const initContainers = [
    { name: 'once', image: 'example/init:2' },
    { name: 'sidecar', image: 'example/side', restartPolicy: 'Always' },
  ] as const
  server.create(podOf({ initContainers }))
  await clock.advance(100)
  const image = { image: 'example/app:1', imageID: '' }
  expect(statusOf(server)).toMatchObject({
    ...{ phase: 'Pending', startTime: START },
    containerStatuses: [
      {
        ...{ name: 'main', ready: false, started: false, restartCount: 0, lastState: {}, ...image },
        state: { waiting: { reason: 'ContainerCreating' } },
      },
    ],
    initContainerStatuses: [
      {
        ...{ name: 'once', ready: true, started: false },
        state: { terminated: { exitCode: 0, reason: 'Completed', startedAt: START, finishedAt: START } },
      },
      { name: 'sidecar', ready: true, started: true, state: { running: { startedAt: START } } },
    ],
  })
  expect(statusOf(server)?.initContainerStatuses?.map(({ imageID }) => imageID?.split(':')[0])).toEqual([
    'example/init@sha256',
    'example/side@sha256',
  ])
  expect(conditionsOf(server)).toEqual([
    'PodReadyToStartContainers False',
    'Initialized True',
    'Ready False ContainersNotReady',
    'ContainersReady False ContainersNotReady',
    'PodScheduled True',
  ])
  await clock.advance(STARTED)
  expect(summary(server)).toEqual(['Running', 'main running ready started 0'])
  const node = server.get(nodes, server.get(pods, 'default/p')?.spec?.nodeName ?? '')
  const hostIP = node?.status?.addresses?.find(({ type }) => type === 'InternalIP')?.address
  expect(statusOf(server)).toMatchObject({
    ...{ hostIP, hostIPs: [{ ip: hostIP }], podIP: '10.244.0.1', podIPs: [{ ip: '10.244.0.1' }] },
    observedGeneration: 1,
  })
  expect(conditionsOf(server)).toEqual(
    ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map(
      type => `${type} True`,
    ),
  )
  expect(eventTexts(server, 'Pod').slice(1)).toEqual([
    'Normal Pulled: Container image "example/app:1" already present on machine and can be accessed by the pod',
    'Normal Created: Container created',
    'Normal Started: Container started',
  ])
})

test.each([
  { probes: [{ initialDelaySeconds: 3 }, { initialDelaySeconds: 5 }], delayMs: 5_000 },
  { probes: [{ initialDelaySeconds: 300 }, undefined], delayMs: 30_000 },
  { probes: [{}, undefined], delayMs: 0 },
])('a Pod is ready $delayMs ms after it started with the probes $probes', async ({ probes, delayMs }) => {
  const { clock, server } = clusterWith(RUNNING)
  const containers = probes.map((readinessProbe, index) => ({
    ...{ name: `c${index}`, image: 'example/app:1' },
    ...(readinessProbe && { readinessProbe }),
  }))
  server.create(podOf({ containers }))
  await clock.advance(20)
  while (podStates(server)[0] === 'Pending') await clock.advance(10)
  if (delayMs > 0) {
    await clock.advance(delayMs - 30)
    expect(podStates(server)).toEqual(['Running'])
    await clock.advance(30)
  }
  expect(podStates(server)).toEqual(['Running ready'])
  expect(clock.pendingTimers).toBeLessThanOrEqual(1)
})

test('a container that fails is restarted with a growing delay, and the others go on', async () => {
  const { clock, server } = clusterWith(RUNNING)
  const containers = ['main', 'side', 'third'].map(name => ({ name, image: `example/${name}` }))
  server.create(podOf({ containers }, program(5, 3)))
  await clock.advance(STARTED)
  const others = ['side running ready started 0', 'third running ready started 0']
  expect(summary(server)).toEqual(['Running', 'main running ready started 0', ...others])
  await clock.advance(5_000)
  expect(summary(server)).toEqual(['Running', 'main CrashLoopBackOff 1', ...others])
  const [main] = statusOf(server)?.containerStatuses ?? []
  expect(main?.lastState?.terminated).toMatchObject({ exitCode: 3, reason: 'Error' })
  expect(main?.state?.waiting?.message).toBe(
    'back-off 10s restarting failed container=main pod=p_default(u1)',
  )
  expect(eventTexts(server, 'Pod').at(-1)).toBe(
    'Warning BackOff: Back-off restarting failed container main in pod p_default(u1)',
  )
  await clock.advance(9_000)
  expect(summary(server)[1]).toBe('main CrashLoopBackOff 1')
  await clock.advance(1_000)
  expect(summary(server)).toEqual(['Running', 'main running ready started 1', ...others])
  expect(statusOf(server)?.podIP).toBe('10.244.0.1')
  await clock.advance(5_000)
  expect(summary(server)[1]).toBe('main CrashLoopBackOff 2')
  expect(statusOf(server)?.containerStatuses?.[0]?.state?.waiting?.message).toMatch('back-off 20s')
  await clock.advance(2_000_000)
  expect(statusOf(server)?.containerStatuses?.[0]?.state?.waiting?.message).toMatch('back-off 300s')
})

test.each([
  ['Never', 0, ['Succeeded', 'main terminated 0', 'side terminated 0']],
  ['Never', 7, ['Failed', 'main terminated 0', 'side terminated 0']],
  ['OnFailure', 0, ['Succeeded', 'main terminated 0', 'side terminated 0']],
  ['OnFailure', 7, ['Running', 'main CrashLoopBackOff 1', 'side running ready started 0']],
  ['Always', 0, ['Running', 'main CrashLoopBackOff 1', 'side running ready started 0']],
] as const)('restartPolicy %s, exit code %s: %j', async (restartPolicy, code, expected) => {
  const { clock, server } = clusterWith(RUNNING)
  const containers = ['main', 'side'].map(name => ({ name, image: `example/${name}` }))
  server.create(podOf({ containers, restartPolicy }, program(2, code)))
  await clock.advance(STARTED + 2_000)
  expect(summary(server)).toEqual(expected)
  const codes = statusOf(server)?.containerStatuses?.map(({ state }) => state?.terminated?.exitCode)
  if (expected[0] !== 'Running') {
    expect(codes).toEqual([code, 0])
    const { rv } = server
    await clock.advance(60_000)
    expect([summary(server), server.rv]).toEqual([expected, rv])
  }
})

test('a Pod that is deleted stops within its grace period, and one of that name starts anew', async () => {
  const { clock, server } = clusterWith({ ...RUNNING, podStopMs: 5_000 })
  server.create(podOf())
  await clock.advance(STARTED)
  await remove(server, 2)
  await clock.advance(1_900)
  expect(podStates(server)).toEqual(['Running deleted'])
  expect(eventTexts(server, 'Pod').at(-1)).toBe('Normal Killing: Stopping container main')
  await clock.advance(150)
  expect(podStates(server)).toEqual([])
  server.create(podOf({}, { uid: 'u2' }))
  await clock.advance(STARTED)
  expect(summary(server)).toEqual(['Running', 'main running ready started 0'])
  expect(statusOf(server)?.podIP).toBe('10.244.0.2')
  await remove(server, 30)
  await clock.advance(4_900)
  expect(podStates(server)).toEqual(['Running deleted'])
  await clock.advance(200)
  expect(podStates(server)).toEqual([])
})

test('a Pod that is deleted without a grace period is gone, and nothing is left to do', async () => {
  const { clock, server } = clusterWith(RUNNING)
  server.create(podOf({}, { finalizers: ['e.com/x'] }))
  await clock.advance(STARTED)
  await remove(server, 0)
  const { rv } = server
  await clock.advance(60_000)
  expect(podStates(server)).toEqual(['Running deleted'])
  expect(server.rv).toBe(rv)
})

test('a Pod that is replaced while it starts is started once more, with its own start', async () => {
  const { clock, server } = clusterWith(RUNNING)
  server.create(podOf())
  await clock.advance(300)
  const first = server.get(pods, 'default/p')
  if (first) server.delete(first)
  server.create(podOf({}, { uid: 'u2' }))
  await clock.advance(STARTED)
  expect(summary(server)).toEqual(['Running', 'main running ready started 0'])
})

test('Pods that exist when the kubelets start are run; those that ran before are left alone', async () => {
  const [node] = clusterWith({}).server.keys(nodes)
  const bound = podOf({ nodeName: node ?? '' })
  const ran: Pod = { ...bound, metadata: { ...bound.metadata, name: 'q' }, status: { phase: 'Running' } }
  const lost = podOf({ nodeName: 'unknown' }, { name: 'r' })
  const unbound = { ...podOf({}, { name: 's' }) }
  const { clock, server } = clusterWith(RUNNING, { objects: [bound, ran, lost, unbound] })
  await clock.advance(STARTED + 100)
  expect(podStates(server)).toEqual(['Running ready', 'Running', 'Pending', 'Running ready'])
})

test('a Pod without containers that report is not ready', () => {
  const conditions = (phase: string, ready?: boolean) =>
    podConditions(
      { status: ready === undefined ? {} : { containerStatuses: [statusWith(ready)] } } as Pod,
      phase,
      0,
    ).map(({ type, status, reason, message }) => [type, status, reason, message])
  const statusWith = (ready: boolean) => ({ name: 'a', ready, restartCount: 0, image: '', imageID: '' })
  const unready = ['False', 'ContainersNotReady', 'containers with unready status: []']
  expect(conditions('Running').slice(1, 3)).toEqual([
    ['Initialized', 'True', undefined, undefined],
    ['Ready', ...unready],
  ])
  expect(conditions('Pending', true)[2]).toEqual(['Ready', ...unready])
  expect(conditions('Running', true)[2]).toEqual(['Ready', 'True', undefined, undefined])
  expect(conditions('Running', false)[3]?.[3]).toBe('containers with unready status: [a]')
  expect(conditions('Succeeded', false).map(([, , reason]) => reason)).toEqual([
    ...[undefined, 'PodCompleted', 'PodCompleted', 'PodCompleted'],
    undefined,
  ])
  expect(conditions('Failed', false)[1]?.[2]).toBeUndefined()
  expect(conditions('Failed', false)[2]?.[2]).toBe('PodFailed')
})

test('a container that never ran has ended when it started', () => {
  const status = { name: 'a', ready: false, restartCount: 0, image: '', imageID: '' }
  expect(terminatedState(status, 1, 0).terminated).toEqual({
    ...{ exitCode: 1, reason: 'Error' },
    ...{ startedAt: '1970-01-01T00:00:00Z', finishedAt: '1970-01-01T00:00:00Z' },
  })
})
