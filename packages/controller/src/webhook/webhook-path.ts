import type { ResourceDefinition } from '@kube-informer/core'

/**
 * The path of a typed webhook, e.g. `/mutate-apps-v1-deployment`, `/validate--v1-pod` for the core group
 * (controller-runtime `generateMutatePath`).
 */
export function webhookPath(
  verb: 'mutate' | 'validate',
  { group, version, kind }: ResourceDefinition,
): string {
  return `/${verb}-${group.replaceAll('.', '-')}-${version}-${kind.toLowerCase()}`
}
