import type { Deployment, PodTemplateSpec } from '@kube-informer/core/resources'
import { deepEqual } from '../../json/deep-equal.ts'
import { withMembers } from '../../object/any-object.ts'
import { NAME_ALPHABET } from '../../object/random.ts'
import { withDefaults } from '../replica-sets/pod-template.ts'

/** The label that tells the Pods of a Deployment's ReplicaSets apart. */
export const HASH_LABEL = 'pod-template-hash'

/** The template of a Deployment, with defaults. */
export const templateOf = ({ spec }: Deployment): PodTemplateSpec => complete(spec.template)

const complete = (template: PodTemplateSpec): PodTemplateSpec =>
  template.spec ? { ...template, spec: withDefaults(template.spec) } : template

/**
 * The hash of a template, as in the names of ReplicaSets: FNV-1a in a server's alphabet for names. Kubernetes hashes Go's
 * printed form of the template, so its hashes differ.
 */
export function templateHash(template: PodTemplateSpec, collisions: number): string {
  const text = JSON.stringify(template) + (collisions > 0 ? String(collisions) : '')
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  return [...String(hash)].map(digit => NAME_ALPHABET[digit.charCodeAt(0) % NAME_ALPHABET.length]).join('')
}

/** A template without the label that its Deployment added. */
function withoutHash(template: PodTemplateSpec): PodTemplateSpec {
  const { labels } = template.metadata ?? {}
  if (labels?.[HASH_LABEL] === undefined) return template
  return {
    ...template,
    metadata: { ...template.metadata, labels: withMembers(labels, { [HASH_LABEL]: undefined }) },
  }
}

/** Whether two templates make equal Pods. */
export const isSameTemplate = (a: PodTemplateSpec, b: PodTemplateSpec): boolean =>
  deepEqual(withoutHash(complete(a)), withoutHash(complete(b)))
