import type { ContainerStatus, Pod } from '@kube-informer/core/resources'

const statusesOf = ({ status }: Pod): readonly ContainerStatus[] => status?.containerStatuses ?? []

/** Of all containers and of the sidecars, as `kubectl get pods` counts them. */
export const restartsOf = (pod: Pod): number =>
  countedStatuses(pod).reduce((sum, { restartCount = 0 }) => sum + restartCount, 0)

/** When a container restarted last. */
export function lastRestartOf(pod: Pod): string | undefined {
  return countedStatuses(pod)
    .map(({ lastState }) => lastState?.terminated?.finishedAt)
    .filter(time => time !== undefined)
    .sort()
    .at(-1)
}

/** Ready containers and all containers. */
export function readyOf(pod: Pod): { readonly ready: number; readonly wanted: number } {
  const statuses = countedStatuses(pod)
  const wanted = (pod.spec?.containers?.length ?? statusesOf(pod).length) + sidecarsOf(pod).size
  return { ready: statuses.filter(({ ready }) => ready).length, wanted }
}

/** The init containers that run as long as the Pod does. */
const sidecarsOf = ({ spec }: Pod): ReadonlySet<string> =>
  new Set(
    (spec?.initContainers ?? [])
      .filter(({ restartPolicy }) => restartPolicy === 'Always')
      .map(({ name }) => name),
  )

function countedStatuses(pod: Pod): readonly ContainerStatus[] {
  const sidecars = pod.spec?.initContainers ? sidecarsOf(pod) : undefined
  if (!sidecars?.size) return statusesOf(pod)
  const started = pod.status?.initContainerStatuses?.filter(({ name }) => sidecars.has(name)) ?? []
  return [...started, ...statusesOf(pod)]
}
