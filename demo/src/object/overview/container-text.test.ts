import { expect, test } from 'vitest'
import {
  containerState,
  environmentText,
  lastEnd,
  probeText,
  resourcesText,
  volumeText,
} from './container-text.ts'

const status = { name: 'a', image: 'a', imageID: 'a', ready: true, restartCount: 0 }

test('the state of a container is that of kubectl', () => {
  const running = { running: { startedAt: '2026-01-01T00:00:00Z' } }
  expect(containerState({ ...status, state: running })).toEqual({ text: 'Running', tone: 'good' })
  expect(containerState({ ...status, ready: false, state: running }).tone).toBe('wait')
  expect(containerState({ ...status, state: { waiting: { reason: 'CrashLoopBackOff' } } })).toEqual({
    text: 'CrashLoopBackOff',
    tone: 'bad',
  })
  expect(containerState({ ...status, state: { terminated: { exitCode: 3 } } }).text).toBe('Exit code 3')
  expect(containerState(undefined).tone).toBe('wait')
})

test('the end of the last run has its exit code', () => {
  const lastState = { terminated: { exitCode: 137, reason: 'OOMKilled' } }
  expect(lastEnd({ ...status, lastState })).toBe('OOMKilled (exit code 137)')
})

test('probes, resources, variables and volumes are short texts', () => {
  expect(probeText({ httpGet: { port: 8080, path: '/healthz' }, periodSeconds: 5 })).toBe(
    'http GET :8080/healthz every 5 s',
  )
  const resources = { requests: { cpu: '100m' }, limits: { cpu: '1', memory: '1Gi' } }
  expect(resourcesText({ name: 'a', resources })).toBe('cpu 100m – 1, memory 0 – 1Gi')
  const env = [
    { name: 'A', value: '1' },
    { name: 'B', valueFrom: { secretKeyRef: { name: 's', key: 'b' } } },
  ]
  expect(environmentText({ name: 'a', env })).toBe('2 variables, Secret s')
  expect(volumeText({ name: 'v', persistentVolumeClaim: { claimName: 'disk' } })).toBe(
    'persistentVolumeClaim disk',
  )
  expect(volumeText({ name: 'v', emptyDir: {} })).toBe('emptyDir')
})
