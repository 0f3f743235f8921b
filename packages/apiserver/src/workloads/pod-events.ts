import type { LazyObject } from '@kube-informer/cacher'
import { hex, seededRandomAt } from '../object/random.ts'
import type { Pod } from '../object/resources.ts'
import { timestamp } from '../object/timestamp.ts'
import { lazyObject, uidAt } from './lazy.ts'

interface Reason {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly count: number
  readonly component: string
  readonly message: (pod: Pod) => string
}

const imageOf = ({ spec }: Pod): string => spec?.containers[0]?.image ?? ''

const REASONS: readonly Reason[] = [
  {
    type: 'Normal',
    reason: 'Scheduled',
    count: 1,
    component: 'default-scheduler',
    message: ({ metadata: { namespace, name }, spec }) =>
      `Successfully assigned ${namespace}/${name} to ${spec?.nodeName}`,
  },
  {
    type: 'Normal',
    reason: 'Pulled',
    count: 1,
    component: 'kubelet',
    message: pod => `Container image "${imageOf(pod)}" already present on machine`,
  },
  {
    type: 'Warning',
    reason: 'Unhealthy',
    count: 4,
    component: 'kubelet',
    message: () => 'Readiness probe failed: HTTP probe failed with statuscode: 503',
  },
  {
    type: 'Warning',
    reason: 'BackOff',
    count: 12,
    component: 'kubelet',
    message: ({ metadata: { name, namespace, uid } }) =>
      `Back-off restarting failed container app in pod ${name}_${namespace}(${uid})`,
  },
]

const EVERY_MS = 20_000

/** Events about every 40th Pod, the newest ones first. Each is built together with its Pod. */
export const podEvents = (
  pods: readonly LazyObject<Pod>[],
  { seed, newest }: { readonly seed: number; readonly newest: number },
): readonly LazyObject[] =>
  pods.filter((_, index) => index % 40 === 7).map((pod, serial) => podEvent(pod, serial, { seed, newest }))

function podEvent(
  pod: LazyObject<Pod>,
  serial: number,
  { seed, newest }: { readonly seed: number; readonly newest: number },
): LazyObject {
  const { namespace = '', name } = pod.metadata
  const random = seededRandomAt(seed, 2 ** 17 + serial * 8)
  const metadata = { namespace, name: `${name}.18${hex(random, 14)}` }
  return lazyObject({ apiVersion: 'v1', kind: 'Event' }, metadata, () => {
    const { type, reason, count, component, message } = REASONS[serial % REASONS.length] as Reason
    const last = newest - serial * EVERY_MS
    const { uid } = pod.object.metadata
    return {
      metadata: {
        uid: uidAt(seed, 'Event', serial),
        creationTimestamp: timestamp(last - (count - 1) * 10_000),
      },
      involvedObject: {
        kind: 'Pod',
        namespace,
        name,
        ...(uid === undefined ? {} : { uid }),
        apiVersion: 'v1',
        ...(component === 'kubelet' ? { fieldPath: 'spec.containers{app}' } : {}),
      },
      reason,
      message: message(pod.object),
      source: { component },
      firstTimestamp: timestamp(last - (count - 1) * 10_000),
      lastTimestamp: timestamp(last),
      count,
      type,
      reportingComponent: component,
      reportingInstance: '',
    }
  })
}
