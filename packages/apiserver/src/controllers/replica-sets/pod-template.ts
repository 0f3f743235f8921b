import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import type { Pod, PodSpec, PodTemplateSpec } from '@kube-informer/core/resources'
import { controllerReference } from '../base/controller-client.ts'
import { namespaceOf } from '../base/stored-metadata.ts'

/** The Pod that a controller creates from a template (pkg/controller `GetPodFromTemplate`). */
export function podFromTemplate(
  template: PodTemplateSpec | undefined,
  resource: ResourceDefinition,
  owner: KubernetesObject,
): Pod {
  const { labels, annotations, finalizers } = template?.metadata ?? {}
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      namespace: namespaceOf(owner),
      generateName: `${owner.metadata?.name}-`,
      ...(labels ? { labels } : {}),
      ...(annotations ? { annotations } : {}),
      ...(finalizers ? { finalizers } : {}),
      ownerReferences: [controllerReference(resource, owner)],
    },
    spec: withDefaults(template?.spec ?? { containers: [] }),
  }
}

/** A Pod's spec with defaults, which a template that was stored without a request does not have. */
export const withDefaults = (spec: PodSpec): PodSpec => ({
  restartPolicy: 'Always',
  terminationGracePeriodSeconds: 30,
  dnsPolicy: 'ClusterFirst',
  securityContext: {},
  schedulerName: 'default-scheduler',
  ...spec,
  containers: spec.containers.map(container => ({
    imagePullPolicy: 'IfNotPresent',
    resources: {},
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    ...container,
  })),
})
