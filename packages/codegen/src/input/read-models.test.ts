import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { CodegenError } from '../model/codegen-error.ts'
import { crd, crdWithSpec, SCHEMA, VERSION } from '../test/crds.ts'
import { readModels } from './read-models.ts'

const read = (...texts: string[]) =>
  readModels(texts.map((text, index) => ({ file: `${index + 1}.yaml`, text }))).models
const yaml = (...values: object[]) => values.map(value => stringify(value)).join('---\n')

function problems(...texts: string[]): string[] {
  try {
    read(...texts)
  } catch (error) {
    if (error instanceof CodegenError) return error.message.split('\n')
    throw error
  }
  return []
}
const problemsOf = (spec: object) => problems(JSON.stringify(crd(spec)))
const problemsOfSpec = (schema: object) => problems(JSON.stringify(crdWithSpec(schema)))

test('C-GEN-1: a model for each served version, and none for the others', () => {
  const versions = [
    {
      ...VERSION,
      subresources: {
        status: {},
        scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
      },
    },
    { ...VERSION, name: 'v1beta1', storage: false, deprecated: true },
    { ...VERSION, name: 'v1alpha1', served: false, storage: false },
  ]
  const names = { plural: 'widgets', kind: 'Widget', shortNames: ['wd'], categories: ['all'] }
  const models = read(yaml(crd({ versions, names })))
  expect(models.map(({ version }) => version)).toEqual(['v1', 'v1beta1'])
  expect(models[0]).toEqual({
    group: 'example.com',
    version: 'v1',
    plural: 'widgets',
    singular: 'widget',
    kind: 'Widget',
    listKind: 'WidgetList',
    namespaced: true,
    shortNames: ['wd'],
    categories: ['all'],
    subresources: ['status', 'scale'],
    columns: [],
    selectableFields: [],
    deprecation: undefined,
    schema: SCHEMA,
  })
  expect(models[1]?.deprecation).toBe('example.com/v1beta1 Widget is deprecated')
})

test('C-GEN-1: names, columns, selectable fields and the warning of a definition', () => {
  const column = { name: 'Color', type: 'string', jsonPath: '.spec.color', priority: 1 }
  const [model] = read(
    yaml(
      crd({
        scope: 'Cluster',
        names: { plural: 'mice', singular: 'mouse', kind: 'Mouse', listKind: 'Mice' },
        versions: [
          {
            ...VERSION,
            deprecated: true,
            deprecationWarning: 'use v2',
            additionalPrinterColumns: [column],
            selectableFields: [{ jsonPath: '.spec.color' }],
          },
        ],
      }),
    ).replace('widgets.example.com', 'mice.example.com'),
  )
  expect(model).toMatchObject({
    plural: 'mice',
    singular: 'mouse',
    listKind: 'Mice',
    namespaced: false,
    deprecation: 'use v2',
    columns: [column],
    selectableFields: ['spec.color'],
  })
})

test('C-GEN-18: one kind in two groups has two models', () => {
  const other = yaml(crd({ group: 'example.org' })).replace('widgets.example.com', 'widgets.example.org')
  expect(read(yaml(crd()), other).map(({ group, kind }) => [group, kind])).toEqual([
    ['example.com', 'Widget'],
    ['example.org', 'Widget'],
  ])
})

test('lists and several documents; other kinds are skipped with a note', () => {
  const list = { apiVersion: 'v1', kind: 'List', items: [crd(), { apiVersion: 'v1', kind: 'Service' }] }
  const { apiVersion: _a, kind: _k, ...bare } = crd({ group: 'b.io' }) as Record<string, unknown>
  const typed = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinitionList',
    items: [{ ...bare, metadata: { name: 'widgets.b.io' } }],
  }
  const text = `# nothing\n---\n${yaml(list, { apiVersion: 'v1', kind: 'Service' }, typed)}---\n`
  const { models, notes } = readModels([{ file: 'all.yaml', text }])
  expect(models.map(({ group }) => group)).toEqual(['b.io', 'example.com'])
  expect(notes).toEqual([{ file: 'all.yaml', message: 'skipped Service (2)' }])
})

test('a file without a definition is an error; of a folder, one file must have one', () => {
  const text = yaml({ apiVersion: 'v1', kind: 'Service' })
  expect(problems(text)).toEqual(['1.yaml: has no CustomResourceDefinition, and no other custom resource'])
  expect(problems('')).toEqual(['1.yaml: has no CustomResourceDefinition, and no other custom resource'])
  const folder = [
    { file: 'crds/a.yaml', text, partOf: 'crds' },
    { file: 'crds/b.yaml', text: '', partOf: 'crds' },
  ]
  expect(() => readModels(folder)).toThrow(
    new CodegenError([
      { file: 'crds', message: 'has no CustomResourceDefinition, and no other custom resource' },
    ]),
  )
  expect(
    readModels([...folder, { file: 'crds/c.yaml', text: yaml(crd()), partOf: 'crds' }]).models,
  ).toHaveLength(1)
})

test('C-GEN-21: what is no YAML, and no object', () => {
  expect(problems('a: b\nc: [1, 2\n')).toEqual([
    expect.stringMatching(/^1\.yaml:3: must be YAML: Flow sequence/),
  ])
  expect(problems('kind: a\n\tb: c\n')[0]).toMatch(/^1\.yaml:2: must be YAML: /)
  expect(problems('\u0089PNG\r\n\u001a\0')).toEqual([
    '1.yaml:2: is neither YAML nor JSON: it has control characters',
  ])
  expect(problems('{ "kind": ')[0]).toMatch(/^1\.yaml:1: must be YAML: /)
  expect(problems('\nhello world\n')).toEqual(['1.yaml:2: must be a mapping, but is "hello world"'])
  expect(problems('- a\n')).toEqual(['1.yaml:1: must be a mapping, but is a list'])
  expect(problems('a: b\n')).toEqual(['1.yaml:1: must be a Kubernetes object, with apiVersion and kind'])
})

test('C-GEN-21: a file of 50 MB', () => {
  const text = `# ${'x'.repeat(50_000_000)}\n`
  expect(problems(`${text}${yaml(crd())}`)).toEqual([
    '1.yaml: is larger than 32 MiB: split it, or convert it to JSON',
  ])
  expect(problems(`${' '.repeat(50_000_000)}${JSON.stringify(crd())}`)).toEqual([])
})

test('C-GEN-21: v1beta1 was removed', () => {
  const text = yaml(crd()).replace('apiextensions.k8s.io/v1', 'apiextensions.k8s.io/v1beta1')
  expect(problems(`# a comment\n${text}`)).toEqual([
    '1.yaml:2: apiVersion: apiextensions.k8s.io/v1beta1 was removed in Kubernetes 1.22: convert the definition to apiextensions.k8s.io/v1',
  ])
})

test('C-GEN-21: no schema, no served version, no version', () => {
  const { schema: _, ...bare } = VERSION
  expect(problemsOf({ versions: [bare] })).toEqual([
    '1.yaml:1: spec.versions[0].schema.openAPIV3Schema: is required: types come from the schema',
  ])
  expect(problemsOf({ versions: [{ ...VERSION, served: false }] })).toEqual([
    '1.yaml:1: spec.versions: no version is served: nothing can be generated',
  ])
  expect(problemsOf({ versions: [] })).toEqual(['1.yaml:1: spec.versions: is required: there is no version'])
  expect(problemsOf({ versions: [VERSION, VERSION] })).toEqual([
    '1.yaml:1: spec.versions[1].name: the version v1 occurs twice',
  ])
})

test('C-GEN-21: the same definition twice names both places', () => {
  const text = `# first\n${yaml(crd())}`
  expect(problems(text, `${text}---\n${yaml(crd())}`)).toEqual([
    '2.yaml:2: widgets.example.com is defined twice: first in 1.yaml:2',
    expect.stringMatching(/^2\.yaml:\d+: widgets\.example\.com is defined twice: first in 1\.yaml:2$/),
  ])
})

const AT = '1.yaml:1: spec.versions[0].schema.openAPIV3Schema.properties[spec]'
const RESTRICTS = 'must not be used here: allOf, anyOf, oneOf and not can only restrict'

test.each<[object, string[]]>([
  [{ $ref: '#/a', type: 'object' }, ['.$ref: is not supported in a CustomResourceDefinition']],
  [
    { type: 'object', properties: { 'a/b': {} } },
    [
      '.properties[a/b].type: is required for a property, unless x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true',
    ],
  ],
  [
    { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: { type: 'string' } },
    ['.additionalProperties: excludes properties: use one of them'],
  ],
  [{ type: 'array' }, ['.items: is required for an array']],
  [{ type: 'array', items: [{ type: 'string' }] }, ['.items: must be one schema, not a list']],
  [{ type: ['string', 'null'] }, ['.type: must be one type: nullable allows null']],
  [
    { type: 'strin' },
    ['.type: must be one of array, boolean, integer, number, object, string, but is "strin"'],
  ],
  [{ type: 'object', oneOf: [{ type: 'object' }] }, [`.oneOf[0].type: ${RESTRICTS}`]],
  [
    { type: 'object', not: { properties: { a: { default: 1, nullable: true } } } },
    [`.not.properties[a].default: ${RESTRICTS}`, `.not.properties[a].nullable: ${RESTRICTS}`],
  ],
  [
    { type: 'object', allOf: [{ anyOf: [{ 'x-kubernetes-int-or-string': true }] }] },
    [`.allOf[0].anyOf[0].x-kubernetes-int-or-string: ${RESTRICTS}`],
  ],
  [
    { type: 'object', 'x-kubernetes-embedded-resource': true },
    [
      '.properties: is required if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
    ],
  ],
  [
    { 'x-kubernetes-int-or-string': true, 'x-kubernetes-preserve-unknown-fields': true },
    ['.x-kubernetes-preserve-unknown-fields: must be absent if x-kubernetes-int-or-string is true'],
  ],
  [{ type: 'object', properties: { a: 'string' } }, ['.properties[a]: must be a schema']],
  [{ type: 'object', required: 'a' }, ['.required: must be a list, but is "a"']],
  [{ type: 'object', nullable: 'no' }, ['.nullable: must be true or false, but is "no"']],
  [
    { type: 'object', 'x-kubernetes-preserve-unknown-fields': 'true' },
    ['.x-kubernetes-preserve-unknown-fields: must be true or false, but is "true"'],
  ],
  [{ type: 'string', pattern: 5 }, ['.pattern: must be a string, but is the number 5']],
  [{ type: 'string', maxLength: '63' }, ['.maxLength: must be a number, but is "63"']],
])('C-GEN-21: a schema that is not structural: %j', (schema, expected) => {
  expect(problemsOfSpec(schema)).toEqual(expected.map(line => `${AT}${line}`))
})

test('C-GEN-6: the forms of int-or-string; the anyOf alone has no type', () => {
  const anyOf = [{ type: 'integer' }, { type: 'string' }]
  const marked = { 'x-kubernetes-int-or-string': true }
  for (const schema of [
    marked,
    { ...marked, anyOf },
    { ...marked, allOf: [{ anyOf }, { anyOf: [{ minimum: 1 }] }] },
  ])
    expect(problemsOfSpec({ type: 'object', properties: { port: schema } })).toEqual([])
  expect(problemsOfSpec({ type: 'object', properties: { port: { anyOf } } })).toEqual([
    `${AT}.properties[port].type: is required for a property, unless x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true`,
    `${AT}.properties[port].anyOf[0].type: ${RESTRICTS}`,
    `${AT}.properties[port].anyOf[1].type: ${RESTRICTS}`,
  ])
})

test('C-GEN-21: all problems are reported, with their lines', () => {
  const text = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.org
spec:
  group: example.com
  scope: Namespace
  names:
    plural: Widgets
    kind: Widget
  versions:
    - name: v1
      served: yes
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            constructor:
              description: A name that objects have.
            list:
              type: array
`
  expect(problems(text)).toEqual([
    '1.yaml:7: spec.scope: must be Namespaced or Cluster, but is "Namespace"',
    `1.yaml:9: spec.names.plural: "Widgets" must be lower-case letters, digits and '-', and start with a letter`,
    '1.yaml:19: spec.versions[0].schema.openAPIV3Schema.properties[constructor].type: is required for a property, unless x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true',
    '1.yaml:21: spec.versions[0].schema.openAPIV3Schema.properties[list].items: is required for an array',
  ])
})

test.each(['../../x', 'a/b.c', '.', '..', 'example', 'a..b', 'Example.com', 'C:\\x.y'])(
  'C-GEN-21: the group %j could name another folder',
  group => {
    expect(problemsOf({ group })).toEqual([
      `1.yaml:1: spec.group: ${JSON.stringify(group)} must be a domain such as example.com`,
    ])
  },
)

function nested(depth: number): object {
  let schema: object = { type: 'string' }
  for (let level = 0; level < depth; level++) schema = { type: 'object', properties: { a: schema } }
  return crdWithSpec(schema)
}

test('C-GEN-21: a depth of 1000 and more', () => {
  const tooDeep = ['1.yaml:1: is nested in more than 300 levels']
  expect(problems(JSON.stringify(nested(100)))).toEqual([])
  expect(problems(JSON.stringify(nested(1000)))).toEqual(tooDeep)
  for (const levels of [1000, 20_000]) {
    expect(problems(`a: ${'{a: '.repeat(levels)}${'}'.repeat(levels)}`)).toEqual(tooDeep)
    expect(problems('['.repeat(levels))).toEqual(tooDeep)
    expect(problems(`${'- '.repeat(levels)}a`)).toEqual(tooDeep)
  }
  expect(problems(`a: b\n---\n${yaml(nested(200))}---\nc: d\n`)).toEqual([
    '1.yaml:1: must be a Kubernetes object, with apiVersion and kind',
    '1.yaml:463: is nested in more than 300 levels',
    '1.yaml:624: must be a Kubernetes object, with apiVersion and kind',
  ])
})

test('aliases share values; a few must not expand to many, or refer to themselves', () => {
  const text = yaml(crdWithSpec({ type: 'object', properties: {} })).replace(
    'properties: {}',
    'properties: { a: &text { type: string }, b: *text, c: { <<: *text, type: integer } }',
  )
  const { spec } = read(text)[0]?.schema.properties ?? {}
  expect(spec?.properties).toEqual({ a: { type: 'string' }, b: { type: 'string' }, c: { type: 'integer' } })
  let bomb = 'a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n'
  for (let level = 1; level < 9; level++)
    bomb += `a${level}: &a${level} [${Array(10)
      .fill(`*a${level - 1}`)
      .join(', ')}]\n`
  expect(problems(bomb)).toEqual(['1.yaml:5: aliases expand to too many values'])
  expect(problems('a: &a [*a]\n')).toEqual(['1.yaml:1: the alias *a refers to itself'])
  expect(problems('a: b\nc: *d\n')[0]).toMatch(/^1\.yaml:2: .*\bd\b/)
})

test('members of all objects are properties like others', () => {
  const text = yaml(crdWithSpec({ type: 'object', properties: {} })).replace(
    'properties: {}',
    'properties: { __proto__: { type: string }, constructor: { type: integer }, toString: {} }',
  )
  expect(problems(text)).toEqual([
    expect.stringMatching(/^1\.yaml:21: .*\.properties\[toString\]\.type: is required for a property/),
  ])
  const { spec } = read(text.replace('toString: {}', ''))[0]?.schema.properties ?? {}
  expect(Object.entries(spec?.properties ?? {})).toEqual([
    ['__proto__', { type: 'string' }],
    ['constructor', { type: 'integer' }],
  ])
})

test('equal keys are an error, and a key is a name', () => {
  expect(problems('a: 1\nb:\n  c: 1\n  c: 2\n')).toEqual(['1.yaml:4: the key c occurs twice'])
  expect(problems('? [a]\n: b\n')).toEqual(['1.yaml:1: a key must be a name'])
})

test('keys and values are those that kubectl would send', () => {
  const properties =
    '{ on: { type: integer }, 1e3: { type: number, default: 0o17, enum: [1e3, "1e3", no, ~] } }'
  const text = yaml(crdWithSpec({ type: 'object', properties: {} })).replace(
    'properties: {}',
    `properties: ${properties}`,
  )
  const { models, notes } = readModels([{ file: 'a.yaml', text }])
  expect(notes).toEqual([
    {
      file: 'a.yaml',
      line: 21,
      message: 'the key on is a boolean, as for kubectl: quote it if it is a name',
    },
  ])
  expect(models[0]?.schema.properties?.spec?.properties).toEqual({
    true: { type: 'integer' },
    1000: { type: 'number', default: 15, enum: [1000, '1e3', false, null] },
  })
})

test('a text of 20 MB is a problem with its path, wherever it is, in JSON and in YAML', () => {
  const long = 'word '.repeat(4_000_000)
  const message = 'is longer than 1 Mi characters: a server would not store it'
  const path = 'spec.versions[0].schema.openAPIV3Schema.properties.spec'
  const described = crdWithSpec({ type: 'object', description: long })
  expect(problems(JSON.stringify(described))).toEqual([`1.yaml: ${path}.description: ${message}`])
  expect(problems(yaml(described))).toEqual([
    expect.stringMatching(/^1\.yaml:\d+: .*description: is longer than/),
  ])
  expect(problems(JSON.stringify(crdWithSpec({ type: 'string', enum: ['a', long] })))).toEqual([
    `1.yaml: ${path}.enum[1]: ${message}`,
  ])
})
