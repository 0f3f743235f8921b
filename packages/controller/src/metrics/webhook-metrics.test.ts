import { MetricRegistry } from '@kube-informer/core/metrics'
import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { AdmissionRig, requestOf, reviewOf, widgets } from '../test/admission-rig.ts'
import { samplesOf, withoutBuckets } from '../test/samples-of.ts'
import { validating } from '../webhook/admission/validating.ts'
import { webhookMetrics } from './webhook-metrics.ts'

const PATH = 'webhook="/validate-example-com-v1-widget"'
const NO_PANICS = {
  controller_runtime_webhook_panics_total: 0,
  controller_runtime_conversion_webhook_panics_total: 0,
}

function rig(create: () => void | Promise<void>) {
  const clock = new FakeClock()
  const registry = new MetricRegistry()
  const call = new AdmissionRig([validating(widgets, { create })], {
    clock,
    metrics: webhookMetrics(registry, { clock }),
  })
  return { clock, call, samples: () => withoutBuckets(samplesOf(registry.expose())) }
}

test('panics are exposed from the start', () => {
  expect(rig(() => {}).samples()).toEqual(NO_PANICS)
})

test('a request is in flight, and then counted by its code with its latency', async () => {
  let finish = () => {}
  const { clock, call, samples } = rig(
    () =>
      new Promise(resolve => {
        finish = resolve
      }),
  )
  const sending = call.post(JSON.stringify(reviewOf(requestOf())))
  await clock.advance(250)
  expect(samples()).toMatchObject({
    [`controller_runtime_webhook_requests_in_flight{${PATH}}`]: 1,
    [`controller_runtime_webhook_requests_total{${PATH},code="200"}`]: 0,
    [`controller_runtime_webhook_requests_total{${PATH},code="500"}`]: 0,
  })
  finish()
  await sending
  expect(samples()).toEqual({
    ...NO_PANICS,
    [`controller_runtime_webhook_requests_in_flight{${PATH}}`]: 0,
    [`controller_runtime_webhook_requests_total{${PATH},code="200"}`]: 1,
    [`controller_runtime_webhook_requests_total{${PATH},code="500"}`]: 0,
    [`controller_runtime_webhook_latency_seconds_count{${PATH}}`]: 1,
    [`controller_runtime_webhook_latency_seconds_sum{${PATH}}`]: 0.25,
  })
})

test('C-ADM-10: a panic is counted; its answer has the HTTP code 200', async () => {
  const { call, samples } = rig(() => {
    throw new TypeError('a bug')
  })
  await call.send()
  expect(samples()).toMatchObject({
    controller_runtime_webhook_panics_total: 1,
    controller_runtime_conversion_webhook_panics_total: 0,
    [`controller_runtime_webhook_requests_total{${PATH},code="200"}`]: 1,
  })
})

test('panics of conversions have a metric of their own', () => {
  const registry = new MetricRegistry()
  webhookMetrics(registry).panicked('/convert', 'conversion')
  expect(samplesOf(registry.expose())).toMatchObject({
    controller_runtime_webhook_panics_total: 0,
    controller_runtime_conversion_webhook_panics_total: 1,
  })
})
