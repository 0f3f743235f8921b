import { UsageError } from '@kube-informer/core'
import type { RuleWithOperations } from '@kube-informer/core/resources'
import type { Operation, Webhook } from '../../webhook/webhook.ts'
import type { WebhookOverrides } from './configuration-options.ts'

/** In the order of upstream's generator. */
const OPERATIONS: readonly Operation[] = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT']

/** The subresources whose objects are those of the resource. */
const OF_SAME_KIND: readonly string[] = ['approval', 'ephemeralcontainers', 'finalize', 'resize', 'status']

/** What the handlers of one path are called for. Throws a UsageError if that is not known, or nothing. */
export function webhookRules(
  [first, ...others]: readonly [Webhook, ...Webhook[]],
  { rules, subresources = [] }: WebhookOverrides,
): readonly RuleWithOperations[] {
  if (rules) return rules
  const { path, resource } = first
  if (!resource)
    throw new UsageError(`the webhook ${path} has no resource: set the rules of its path in overrides`)
  const asked = new Set([first, ...others].flatMap(({ operations }) => operations))
  const operations = OPERATIONS.filter(operation => asked.has(operation))
  if (operations.length === 0) throw new UsageError(`the webhook ${path} handles no operation`)
  const other = subresources.find(subresource => !OF_SAME_KIND.includes(subresource))
  if (other !== undefined)
    throw new UsageError(
      `the webhook ${path} cannot have the subresource ${other}, whose objects are no ${resource.kind}: use admission() and rules`,
    )
  const { group, version, plural, namespaced } = resource
  return [
    {
      apiGroups: [group],
      apiVersions: [version],
      resources: [plural, ...subresources.map(subresource => `${plural}/${subresource}`)],
      operations,
      scope: namespaced ? 'Namespaced' : 'Cluster',
    },
  ]
}
