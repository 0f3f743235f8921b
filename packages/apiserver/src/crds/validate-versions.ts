import type {
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
} from '@kube-informer/core/resources'
import { deepEqual } from '../json/deep-equal.ts'
import { label1035Errors } from '../object/names.ts'
import { invalidValue, invalidValues, requiredValue } from '../status/field-errors.ts'
import type { FieldError } from '../status/status-errors.ts'
import { NO_VERSIONS } from './complete.ts'
import { type VersionPaths, versionErrors } from './validate-version.ts'

type Errors = readonly FieldError[]

/** Errors in the versions of a definition, except for what all of them share. */
export function versionsErrors({ versions }: CustomResourceDefinitionSpec): Errors {
  const names = versions.map(({ name }) => name)
  const asText = versions === NO_VERSIONS ? null : versions.map(goVersion)
  const errors: FieldError[] = versions.flatMap((version, index) =>
    oneVersionErrors(version, index, versions),
  )
  if (new Set(names).size < names.length)
    errors.push(invalidValue('spec.versions', asText, 'must contain unique version names'))
  if (versions.filter(({ storage }) => storage).length !== 1)
    errors.push(
      invalidValue('spec.versions', asText, 'must have exactly one version marked as storage version'),
    )
  return errors
}

/** A version as Go prints it: with the names of the Go fields, and without what all versions share. */
const goVersion = ({
  name,
  served,
  storage,
  deprecated = false,
  deprecationWarning,
}: CustomResourceDefinitionVersion) => ({
  Name: name,
  Served: served,
  Storage: storage,
  Deprecated: deprecated,
  DeprecationWarning: deprecationWarning ?? null,
  Schema: null,
  Subresources: null,
  AdditionalPrinterColumns: null,
  SelectableFields: null,
})

function oneVersionErrors(
  version: CustomResourceDefinitionVersion,
  index: number,
  versions: readonly CustomResourceDefinitionVersion[],
): Errors {
  const at = `spec.versions[${index}]`
  const { name, deprecated, deprecationWarning, schema } = version
  const errors = [...invalidValues(`${at}.name`, name, label1035Errors(name))]
  if (deprecationWarning === '')
    errors.push(invalidValue(`${at}.deprecationWarning`, deprecationWarning, 'must not be an empty string'))
  else if (deprecationWarning !== undefined && !deprecated)
    errors.push(
      invalidValue(`${at}.deprecationWarning`, deprecationWarning, 'can only be set for deprecated versions'),
    )
  if (!schema?.openAPIV3Schema) errors.push(requiredValue(`${at}.schema.openAPIV3Schema`))
  const common = commonParts(versions)
  const own: Partial<VersionPaths> = {
    ...(common.schema ? {} : { schema: `${at}.schema` }),
    ...(common.subresources ? {} : { subresources: `${at}.subresources` }),
    ...(common.columns ? {} : { columns: `${at}.additionalPrinterColumns` }),
    ...(common.fields ? {} : { fields: `${at}.selectableFields` }),
  }
  return [...errors, ...versionErrors(version, own)]
}

const COMMON: VersionPaths = {
  schema: 'spec.validation',
  subresources: 'spec.subresources',
  columns: 'spec.additionalPrinterColumns',
  fields: 'spec.selectableFields',
}

/** What all versions share is validated once and reported under the paths of the older API form. */
export function commonErrors({ versions }: CustomResourceDefinitionSpec): Errors {
  const [first] = versions
  return first
    ? [
        ...invalidValues('spec.version', first.name, label1035Errors(first.name)),
        ...versionErrors(first, commonParts(versions)),
      ]
    : []
}

function commonParts(versions: readonly CustomResourceDefinitionVersion[]): Partial<VersionPaths> {
  const isCommon = (read: (version: CustomResourceDefinitionVersion) => unknown) =>
    versions.every(version => deepEqual(read(version), versions[0] && read(versions[0])))
  return {
    ...(isCommon(({ schema }) => schema) ? { schema: COMMON.schema } : {}),
    ...(isCommon(({ subresources }) => subresources) ? { subresources: COMMON.subresources } : {}),
    ...(isCommon(({ additionalPrinterColumns }) => additionalPrinterColumns)
      ? { columns: COMMON.columns }
      : {}),
    ...(isCommon(({ selectableFields }) => selectableFields) ? { fields: COMMON.fields } : {}),
  }
}
