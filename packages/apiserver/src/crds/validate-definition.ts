import type { CustomResourceDefinition, CustomResourceDefinitionSpec } from '@kube-informer/core/resources'
import { invalidValue, requiredValue, unsupportedValue } from '../status/field-errors.ts'
import type { FieldError } from '../status/status-errors.ts'
import { identityErrors, namesErrors } from './validate-names.ts'
import { commonErrors, versionsErrors } from './validate-versions.ts'

type Errors = readonly FieldError[]

/** All errors of a definition except those of its metadata, with the messages and in the order of a real server. */
export function definitionErrors(definition: CustomResourceDefinition): Errors {
  const { spec } = definition
  const errors = [
    ...identityErrors(definition),
    ...versionsErrors(spec),
    ...namesErrors(spec.names),
    ...commonErrors(spec),
    ...conversionErrors(spec),
    ...storedErrors(definition),
    ...approvalErrors(definition),
  ]
  const texts = errors.map(({ field, type, detail }) => `${field}: ${type}: ${detail}`)
  return errors.filter((_, index) => texts.indexOf(texts[index] ?? '') === index)
}

function conversionErrors({ conversion, preserveUnknownFields }: CustomResourceDefinitionSpec): Errors {
  const { strategy = 'None', webhook } = conversion ?? {}
  const errors: FieldError[] = []
  if (!['None', 'Webhook'].includes(strategy))
    errors.push(unsupportedValue('spec.conversion.strategy', strategy, ['None', 'Webhook']))
  if (strategy === 'Webhook' && preserveUnknownFields)
    errors.push(
      invalidValue(
        'spec.conversion.strategy',
        strategy,
        'must be None if spec.preserveUnknownFields is true',
      ),
    )
  if (strategy === 'Webhook' && !webhook?.clientConfig)
    errors.push(
      requiredValue('spec.conversion.webhookClientConfig', 'required when strategy is set to Webhook'),
    )
  if (strategy === 'Webhook' && !webhook?.conversionReviewVersions?.length)
    errors.push(requiredValue('spec.conversion.conversionReviewVersions'))
  if (preserveUnknownFields)
    errors.push(
      invalidValue(
        'spec.preserveUnknownFields',
        true,
        'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
      ),
    )
  return errors
}

function storedErrors({ spec, status }: CustomResourceDefinition): Errors {
  const stored = status?.storedVersions ?? []
  if (stored.length === 0)
    return [invalidValue('status.storedVersions', null, 'must have at least one stored version')]
  const unnamed = new Set(stored)
  const errors: FieldError[] = []
  for (const { name, storage } of spec.versions) {
    // A duplicate name counts as stored once only, as on a real server.
    const wasStored = unnamed.delete(name)
    if (storage && !wasStored)
      errors.push(invalidValue('status.storedVersions', stored, `must have the storage version ${name}`))
  }
  for (const name of unnamed) errors.push(missingVersion(name, stored.indexOf(name)))
  return errors
}

const missingVersion = (name: string, index: number): FieldError =>
  invalidValue(
    `status.storedVersions[${index}]`,
    name,
    `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`,
  )

const APPROVAL = 'api-approved.kubernetes.io'

function approvalErrors({ spec, metadata }: CustomResourceDefinition): Errors {
  const isProtected = /(^|\.)(k8s|kubernetes)\.io$/.test(spec.group)
  if (!isProtected || metadata?.annotations?.[APPROVAL]) return []
  const rule = `protected groups must have approval annotation "${APPROVAL}", see https://github.com/kubernetes/enhancements/pull/1111`
  return [requiredValue(`metadata.annotations[${APPROVAL}]`, rule)]
}
