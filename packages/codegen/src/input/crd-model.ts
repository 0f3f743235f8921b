import type { PrinterColumnModel, ResourceModel } from '../model/resource-model.ts'
import { checkSchema } from './check-schema.ts'
import type { Field } from './field.ts'
import type { FoundModel } from './found.ts'
import { groupName, kindName, labelName } from './names.ts'

/** What all versions of a CustomResourceDefinition share. */
type Definition = Pick<
  ResourceModel,
  'group' | 'plural' | 'singular' | 'kind' | 'listKind' | 'namespaced' | 'shortNames' | 'categories'
>

/**
 * The models of a CustomResourceDefinition (apiextensions.k8s.io/v1), one for each served version. Reports what a server
 * would refuse and types need: names, versions, schemas.
 */
export function crdModels(crd: Field): FoundModel[] {
  const definition = definitionOf(crd)
  const versions = crd.at('spec').at('versions')
  checkVersions(versions)
  const served = versions.list().filter(version => version.at('served').flag())
  return served.flatMap(version => {
    const model = versionModel(version, definition)
    return model ? [{ model, field: version }] : []
  })
}

function definitionOf(crd: Field): Definition | undefined {
  const spec = crd.at('spec')
  if (!spec.mapping()) {
    if (spec.value === undefined || spec.value === null) spec.report('is required')
    return undefined
  }
  const names = spec.at('names')
  const [group, plural, kind] = [
    groupName(spec.at('group')),
    labelName(names.at('plural')),
    kindName(names.at('kind')),
  ]
  const singular = names.at('singular').text() === undefined ? undefined : labelName(names.at('singular'))
  const listKind = names.at('listKind').text() === undefined ? undefined : kindName(names.at('listKind'))
  if (kind !== undefined && kind === listKind) names.at('listKind').report('must differ from kind')
  const [shortNames, categories] = [names.at('shortNames').texts(), names.at('categories').texts()]
  const namespaced = isNamespaced(spec.at('scope'))
  if (!group || !plural || !kind || namespaced === undefined) return undefined
  checkName(crd.at('metadata').at('name'), `${plural}.${group}`)
  return {
    ...{ group, plural, kind, namespaced, shortNames, categories },
    singular: singular ?? kind.toLowerCase(),
    listKind: listKind ?? `${kind}List`,
  }
}

function isNamespaced(scope: Field): boolean | undefined {
  const text = scope.requiredText()
  if (text === undefined || text === 'Namespaced' || text === 'Cluster') return text && text === 'Namespaced'
  scope.report(`must be Namespaced or Cluster, but is ${JSON.stringify(text)}`)
  return undefined
}

function checkName(field: Field, expected: string): void {
  const name = field.text()
  if (name !== undefined && name !== expected)
    field.report(`must be ${expected} (plural and group), but is ${JSON.stringify(name)}`)
}

function checkVersions(versions: Field): void {
  const members = versions.list()
  if (members.length === 0) versions.report('is required: there is no version')
  else if (!members.some(version => version.at('served').value === true))
    versions.report('no version is served: nothing can be generated')
  const seen = new Set<unknown>()
  for (const version of members) {
    const name = version.at('name')
    if (name.value !== undefined && seen.has(name.value))
      name.report(`the version ${name.value} occurs twice`)
    seen.add(name.value)
  }
}

function versionModel(version: Field, definition: Definition | undefined): ResourceModel | undefined {
  const name = labelName(version.at('name'))
  const schema = checkSchema(version.at('schema').at('openAPIV3Schema'))
  const columns = version.at('additionalPrinterColumns').list().flatMap(columnOf)
  const selectableFields = version.at('selectableFields').list().flatMap(selectableOf)
  const deprecated = version.at('deprecated').flag()
  const warning = version.at('deprecationWarning').text()
  if (!name || !schema || !definition) return undefined
  const { group, kind } = definition
  return {
    ...definition,
    ...{ version: name, columns, selectableFields, schema },
    subresources: ['status', 'scale'].filter(each => version.at('subresources').at(each).mapping()),
    // The server's own message.
    deprecation: deprecated ? (warning ?? `${group}/${name} ${kind} is deprecated`) : undefined,
  }
}

function columnOf(column: Field): PrinterColumnModel[] {
  if (!column.mapping()) {
    column.report('is required')
    return []
  }
  const [name, type, jsonPath] = [
    column.at('name').requiredText(),
    column.at('type').requiredText(),
    pathOf(column.at('jsonPath')),
  ]
  const [format, description] = [column.at('format').text(), column.at('description').text()]
  const priority = column.at('priority').value
  if (name === undefined || type === undefined || jsonPath === undefined) return []
  return [
    {
      ...{ name, type, jsonPath },
      ...(format === undefined ? {} : { format }),
      ...(description === undefined ? {} : { description }),
      ...(typeof priority === 'number' ? { priority } : {}),
    },
  ]
}

const selectableOf = (field: Field): string[] => {
  const path = pathOf(field.at('jsonPath'))
  return path === undefined ? [] : [path.slice(1)]
}

function pathOf(field: Field): string | undefined {
  const path = field.requiredText()
  if (path === undefined || path.startsWith('.')) return path
  field.report(`must be a simple path that starts with '.', but is ${JSON.stringify(path)}`)
  return undefined
}
