import { isObject } from '../json/json-value.ts'
import { type Fields, textOf } from '../object/any-object.ts'
import { jsonTypeName } from '../patch/patch-errors.ts'
import { badRequest } from '../status/status-errors.ts'

/** The JSON and Go types of DeleteOptions' members. */
const TYPES: Readonly<Record<string, readonly [json: string, go: string]>> = {
  gracePeriodSeconds: ['number', 'int64'],
  orphanDependents: ['boolean', 'bool'],
  propagationPolicy: ['string', 'v1.DeletionPropagation'],
  preconditions: ['object', 'v1.Preconditions'],
  dryRun: ['array', '[]string'],
}

/** Decodes DeleteOptions; throws a 400 if the body is invalid. */
export function decodeDeleteOptions(body: unknown): Fields {
  if (body === null) return {}
  if (!isObject(body))
    throw badRequest(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonTypeName(body)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
    )
  const kind = textOf(body.kind)
  if (kind && kind !== 'DeleteOptions')
    throw badRequest(
      `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(textOf(body.apiVersion) || 'meta.k8s.io/v1')} in scheme "pkg/runtime/scheme.go:111"`,
    )
  for (const [name, [type, goType]] of Object.entries(TYPES)) {
    const value = body[name]
    const given = jsonTypeName(value)
    if (value !== undefined && value !== null && given !== (type === 'boolean' ? 'bool' : type))
      throw badRequest(
        `json: cannot unmarshal ${given} into Go struct field DeleteOptions.${name} of type ${goType}`,
      )
  }
  return body
}
