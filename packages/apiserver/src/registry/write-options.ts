import type { StatusError } from '@kube-informer/core'
import {
  forbiddenValue,
  invalidValue,
  requiredValue,
  tooLongValue,
  unsupportedValue,
} from '../status/field-errors.ts'
import { badRequest, type FieldError, invalid } from '../status/status-errors.ts'

/** The treatment of unknown and duplicate fields. */
type FieldValidation = 'Ignore' | 'Warn' | 'Strict'

/** The options of a create, update or patch. */
export interface WriteOptions {
  /** Performs everything except the write. */
  readonly dryRun: boolean
  /** The field manager. */
  readonly manager: string
  readonly fieldValidation: FieldValidation
  /** An apply takes over fields of other managers. */
  readonly force: boolean
}

/** The kind of an options object. */
export type OptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions' | 'DeleteOptions'

const MAX_MANAGER_BYTES = 128
const VALIDATIONS: readonly string[] = ['', 'Ignore', 'Strict', 'Warn']
const encoder = new TextEncoder()

/** Parses a write's options from its query; throws the 422 of a real server. */
export function parseWriteOptions(
  kind: OptionsKind,
  query: URLSearchParams,
  userAgent: string | null,
  isApply = false,
): WriteOptions {
  const manager = query.get('fieldManager') ?? ''
  const force = query.get('force')
  const errors = [
    ...(kind === 'PatchOptions' ? patchErrors(force, manager, isApply) : []),
    ...managerErrors(manager),
    ...dryRunErrors(query.getAll('dryRun')),
    ...validationErrors(query.get('fieldValidation') ?? ''),
  ]
  if (errors.length > 0) throw invalidOptions(kind, errors)
  return {
    dryRun: query.has('dryRun'),
    manager: manager || managerOf(userAgent ?? ''),
    fieldValidation: validationOf(query.get('fieldValidation')),
    force: isTrue(force),
  }
}

/** The 422 for invalid options. */
export const invalidOptions = (kind: OptionsKind, errors: readonly FieldError[]): StatusError =>
  invalid({ kind, group: 'meta.k8s.io' }, '', errors)

/** A boolean query parameter as Go parses it: true except for these values. */
export const isTrue = (value: string | null): boolean =>
  value !== null && !['false', '0'].includes(value.toLowerCase())

/** An integer query parameter; throws a 400. */
export function parseInteger(value: string): number {
  if (!/^[-+]?\d+$/.test(value))
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: invalid syntax`)
  return Number(value)
}

export function dryRunErrors(values: readonly unknown[]): readonly FieldError[] {
  return values.every(value => value === 'All') ? [] : [unsupportedValue('dryRun', values, ['All'])]
}

function patchErrors(force: string | null, manager: string, isApply: boolean): readonly FieldError[] {
  if (isApply) return manager === '' ? [requiredValue('fieldManager', 'is required for apply patch')] : []
  return force === null ? [] : [forbiddenValue('force', 'may not be specified for non-apply patch')]
}

function managerErrors(manager: string): readonly FieldError[] {
  const field = 'fieldManager'
  const bytes = encoder.encode(manager).length
  const errors = bytes > MAX_MANAGER_BYTES ? [tooLongValue(field, MAX_MANAGER_BYTES)] : []
  let position = 0
  for (const character of manager) {
    if (!isPrintable(character)) {
      const code = character.codePointAt(0) ?? 0
      const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
      return [...errors, invalidValue(field, manager, `invalid character ${name} (at position ${position})`)]
    }
    position++
  }
  return errors
}

const isPrintable = (character: string): boolean =>
  character === ' ' || /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(character)

const validationErrors = (value: string): readonly FieldError[] =>
  VALIDATIONS.includes(value) ? [] : [unsupportedValue('fieldValidation', value, VALIDATIONS)]

const validationOf = (value: string | null): FieldValidation =>
  value === 'Ignore' || value === 'Strict' ? value : 'Warn'

/** The default manager: the first word of the user agent. */
function managerOf(userAgent: string): string {
  let manager = ''
  for (const character of userAgent.split('/')[0] ?? '') {
    if (!isPrintable(character)) continue
    if (encoder.encode(manager + character).length > MAX_MANAGER_BYTES) break
    manager += character
  }
  return manager
}
