import type { Event, HorizontalPodAutoscaler, Node, Service } from '@kube-informer/core/resources'
import { conditionOf, type Status, statusWith } from './status.ts'

/** As in `kubectl get nodes`: `Ready,SchedulingDisabled`. */
export function nodeStatus(node: Node): Status {
  const ready = conditionOf(node, 'Ready')?.status
  const text = ready === 'True' ? 'Ready' : ready === 'False' ? 'NotReady' : 'Unknown'
  if (node.spec?.unschedulable)
    return statusWith(`${text},SchedulingDisabled`, text === 'Ready' ? 'wait' : 'bad')
  return statusWith(text, text === 'Ready' ? 'good' : text === 'NotReady' ? 'bad' : 'gone')
}

/** The type of an Event. */
export const eventStatus = ({ type }: Event): Status =>
  statusWith(type ?? 'Normal', type === 'Warning' ? 'bad' : 'done')

/** Only a load balancer is waited for. */
export function serviceStatus({ spec, status }: Service): Status | undefined {
  if (spec?.type !== 'LoadBalancer') return undefined
  return status?.loadBalancer?.ingress?.length ? statusWith('Ready', 'good') : statusWith('Pending', 'wait')
}

export function autoscalerStatus(autoscaler: HorizontalPodAutoscaler): Status {
  const active = conditionOf(autoscaler, 'ScalingActive')
  const able = conditionOf(autoscaler, 'AbleToScale')
  if (able?.status === 'False') return statusWith(able.reason ?? 'Unable', 'bad')
  if (active?.status === 'False')
    return active.reason === 'ScalingDisabled'
      ? statusWith('Disabled', 'done')
      : statusWith(active.reason ?? 'Inactive', 'bad')
  const { currentReplicas = 0, desiredReplicas = 0 } = autoscaler.status ?? {}
  return currentReplicas === desiredReplicas ? statusWith('Active', 'good') : statusWith('Scaling', 'wait')
}
