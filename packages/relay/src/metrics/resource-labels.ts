import type { ResourceDefinition } from '@kube-informer/core'

/** The labels of a resource. */
export const RESOURCE_LABELS = ['group', 'version', 'resource'] as const

/** The values of {@link RESOURCE_LABELS}. */
export const resourceLabels = ({
  group,
  version,
  plural,
}: ResourceDefinition): Record<(typeof RESOURCE_LABELS)[number], string> => ({
  group,
  version,
  resource: plural,
})
