import type { KubernetesObject } from '@kube-informer/core'
import {
  type AnyObject,
  countOf,
  type Fields,
  fieldsOf,
  itemsOf,
  numberOf,
  withMembers,
} from '../object/any-object.ts'
import type { Conversion } from './converted-collection.ts'

/**
 * HorizontalPodAutoscalers are stored as `autoscaling/v2`; `v1` supports CPU utilization only. A real server keeps
 * other metrics in annotations of the `v1` form; here a write through `v1` removes them.
 */
export const autoscalerConversion: Conversion = {
  toView: object => asVersion(object, 'autoscaling/v1', specOfV1, statusOfV1),
  toStored: object => asVersion(object, 'autoscaling/v2', specOfV2, statusOfV2),
}

function asVersion(
  object: KubernetesObject,
  apiVersion: string,
  specOf: (spec: Fields) => Fields,
  statusOf: (status: Fields) => Fields,
): KubernetesObject {
  const { spec, status, ...rest } = object as AnyObject
  return {
    ...rest,
    apiVersion,
    ...(spec === undefined ? {} : { spec: specOf(fieldsOf(spec)) }),
    ...(status === undefined ? {} : { status: statusOf(fieldsOf(status)) }),
  }
}

const specOfV1 = ({ scaleTargetRef, minReplicas, maxReplicas, metrics }: Fields): Fields =>
  withMembers(
    {},
    {
      scaleTargetRef,
      minReplicas,
      maxReplicas,
      targetCPUUtilizationPercentage: cpuIn(metrics, 'target'),
    },
  )

const specOfV2 = ({
  scaleTargetRef,
  minReplicas,
  maxReplicas,
  targetCPUUtilizationPercentage: cpu,
}: Fields): Fields =>
  withMembers(
    {},
    {
      scaleTargetRef,
      minReplicas,
      maxReplicas,
      metrics:
        cpu === undefined
          ? undefined
          : [cpuMetric('target', { type: 'Utilization', averageUtilization: cpu })],
    },
  )

const statusOfV1 = ({ currentMetrics, ...status }: Fields): Fields =>
  withMembers(commonStatus(status), {
    currentReplicas: countOf(status.currentReplicas),
    desiredReplicas: countOf(status.desiredReplicas),
    currentCPUUtilizationPercentage: cpuIn(currentMetrics, 'current'),
  })

const statusOfV2 = ({ currentCPUUtilizationPercentage: cpu, ...status }: Fields): Fields =>
  withMembers(commonStatus(status), {
    currentReplicas: numberOf(status.currentReplicas) || undefined,
    desiredReplicas: countOf(status.desiredReplicas),
    currentMetrics: cpu === undefined ? null : [cpuMetric('current', { averageUtilization: cpu })],
  })

const commonStatus = ({ observedGeneration, lastScaleTime }: Fields): Fields =>
  withMembers({}, { observedGeneration, lastScaleTime })

const cpuMetric = (side: 'target' | 'current', value: object): object => ({
  type: 'Resource',
  resource: { name: 'cpu', [side]: value },
})

/** The current or target CPU utilization, in percent. */
function cpuIn(metrics: unknown, side: 'target' | 'current'): number | undefined {
  for (const metric of itemsOf(metrics).map(fieldsOf)) {
    const resource = fieldsOf(metric.resource)
    const used = numberOf(fieldsOf(resource[side]).averageUtilization)
    if (metric.type === 'Resource' && resource.name === 'cpu' && used !== undefined) return used
  }
  return undefined
}
