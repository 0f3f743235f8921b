import { encodeBase64 } from '@kube-informer/core/base64'
import { type AnyObject, type Fields, fieldsOf, textOf, withMembers } from '../object/any-object.ts'
import { configKeyErrors } from '../object/names.ts'
import {
  IMMUTABLE,
  invalidValue,
  invalidValues,
  requiredValue,
  tooLongValue,
} from '../status/field-errors.ts'
import type { FieldError } from '../status/status-errors.ts'
import { base64Length } from './config-map.ts'
import { immutableDataErrors } from './immutable-data.ts'
import type { Strategy } from './strategy.ts'

const ACCOUNT = 'kubernetes.io/service-account.name'
const MAX_BYTES = 1024 * 1024
/** The keys that a type requires. */
const REQUIRED_KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  ['kubernetes.io/tls', ['tls.crt', 'tls.key']],
  ['kubernetes.io/ssh-auth', ['ssh-privatekey']],
  ['kubernetes.io/dockerconfigjson', ['.dockerconfigjson']],
  ['kubernetes.io/dockercfg', ['.dockercfg']],
])
const BASIC_AUTH: readonly string[] = ['username', 'password']

/** The strategy of Secrets. */
export const secretStrategy: Partial<Strategy> = {
  judgesChangeFirst: true,
  normalize: withStringData,
  prepareForUpdate: (next, stored) => ({ ...next, type: textOf(next.type) || textOf(stored.type) }),
  validate: secretErrors,
  validateUpdate: (next, stored) => [
    ...(next.type === stored.type ? [] : [invalidValue('type', next.type, IMMUTABLE)]),
    ...immutableDataErrors(next, stored, ['data']),
  ],
}

/** Encodes `stringData` into `data`. */
function withStringData(object: AnyObject): AnyObject {
  const { stringData, data, ...rest } = object
  const texts = Object.entries(fieldsOf(stringData))
  if (texts.length === 0) return stringData === undefined ? object : withMembers(rest, { data })
  const encoded = texts.map(([key, value]) => [key, encodeBase64(textOf(value))] as const)
  return { ...rest, data: { ...fieldsOf(data), ...Object.fromEntries(encoded) } }
}

/** Basic authentication requires one of two keys; if both are missing, both are reported. */
function requiredKeys(type: string, data: Fields): readonly string[] {
  if (type !== 'kubernetes.io/basic-auth') return REQUIRED_KEYS.get(type) ?? []
  return BASIC_AUTH.some(key => Object.hasOwn(data, key)) ? [] : BASIC_AUTH
}

function secretErrors({ data, type, metadata }: AnyObject): readonly FieldError[] {
  const entries = Object.entries(fieldsOf(data))
  const bytes = entries.reduce((sum, [, value]) => sum + base64Length(textOf(value)), 0)
  const missing = requiredKeys(textOf(type), fieldsOf(data)).filter(
    key => !Object.hasOwn(fieldsOf(data), key),
  )
  return [
    ...entries.flatMap(([key]) => invalidValues(`data[${key}]`, key, configKeyErrors(key))),
    ...(bytes > MAX_BYTES ? [tooLongValue('data', MAX_BYTES)] : []),
    ...missing.map(key => requiredValue(`data[${key}]`)),
    ...(type === 'kubernetes.io/service-account-token' && !metadata?.annotations?.[ACCOUNT]
      ? [requiredValue(`metadata.annotations[${ACCOUNT}]`)]
      : []),
  ]
}
