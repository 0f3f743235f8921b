import { expect, test } from 'vitest'
import { createFakeApiserver } from '../server/fake-apiserver.ts'
import { getJson, send } from '../test/fixtures.ts'

const at = (version: string) => `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`
const scaleTargetRef = { kind: 'Deployment', name: 'x', apiVersion: 'apps/v1' }
const cpu = (percent: number) => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: percent } },
})

test('an autoscaler in v1 is one in v2 with a CPU metric', async () => {
  const server = createFakeApiserver()
  const spec = { maxReplicas: 3, minReplicas: 1, scaleTargetRef, targetCPUUtilizationPercentage: 50 }
  await send(server, 'POST', at('v1'), { metadata: { name: 'a' }, spec })
  expect(await getJson(server, `${at('v2')}/a`)).toMatchObject({
    apiVersion: 'autoscaling/v2',
    spec: { maxReplicas: 3, minReplicas: 1, scaleTargetRef, metrics: [cpu(50)] },
  })
  expect(await getJson(server, `${at('v1')}/a`)).toMatchObject({ apiVersion: 'autoscaling/v1', spec })
})

test('an autoscaler in v2 shows its CPU metric in v1', async () => {
  const server = createFakeApiserver()
  const memory = {
    type: 'Resource',
    resource: { name: 'memory', target: { type: 'Utilization', averageUtilization: 60 } },
  }
  const spec = { maxReplicas: 3, scaleTargetRef, metrics: [memory, cpu(70)] }
  await send(server, 'POST', at('v2'), { metadata: { name: 'a' }, spec })
  const status = {
    currentReplicas: 2,
    desiredReplicas: 3,
    currentMetrics: [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 90 } } }],
  }
  await send(server, 'PATCH', `${at('v2')}/a/status`, { status }, 'application/merge-patch+json')
  const seen = await getJson<{ spec: object }>(server, `${at('v1')}/a`)
  expect(seen).toMatchObject({
    spec: { maxReplicas: 3, targetCPUUtilizationPercentage: 70 },
    status: { currentReplicas: 2, desiredReplicas: 3, currentCPUUtilizationPercentage: 90 },
  })
  expect(seen.spec).not.toHaveProperty('metrics')
})
