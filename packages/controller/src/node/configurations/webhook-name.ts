import { groupResource, UsageError } from '@kube-informer/core'
import type { Webhook } from '../../webhook/webhook.ts'

const VERBS = { mutating: 'mutate', validating: 'validate', conversion: 'convert' } as const

/**
 * The name of a webhook, e.g. `mutate.v1.widgets.example.com`. The version makes three parts of a resource of the core group, and
 * distinguishes the webhooks of two versions.
 */
export function webhookName({ type, path, hasOwnPath, resource }: Webhook, configuration: string): string {
  const own = hasOwnPath ? `${labelOf(path)}.` : ''
  if (!resource) return `${own}${VERBS[type]}.${configuration}`
  return `${own}${VERBS[type]}.${resource.version}.${groupResource(resource)}`
}

/** A path as a label of a DNS name. */
const labelOf = (path: string): string =>
  path
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'root'

const SUBDOMAIN = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?){2,}$/

/** Throws a UsageError for a name that the apiserver would refuse, and if a name occurs twice. */
export function checkNames(names: readonly string[]): void {
  for (const [index, name] of names.entries()) {
    if (name.length > 253 || !SUBDOMAIN.test(name))
      throw new UsageError(
        `invalid name ${JSON.stringify(name)} of a webhook: the apiserver wants a DNS name of at least three parts`,
      )
    if (names.indexOf(name) !== index)
      throw new UsageError(`two webhooks have the name ${JSON.stringify(name)}: give one another name`)
  }
}
