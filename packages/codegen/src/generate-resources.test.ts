import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { generateResources } from './generate-resources.ts'
import { CodegenError } from './model/codegen-error.ts'
import { crd, crdWithSpec } from './test/crds.ts'

const SPEC = {
  type: 'object',
  description: 'Several\nlines.\n\nAnd `more`.',
  required: ['b', 'a'],
  properties: {
    b: { type: 'object', properties: { z: { type: 'string' }, x: { type: 'integer', default: 1 } } },
    a: { type: 'array', items: { type: 'object', properties: { z: { type: 'string' } } } },
  },
}
const WIDGETS = crdWithSpec(SPEC)
const OTHERS = JSON.parse(JSON.stringify(crd()).replaceAll('widgets', 'others')) as object

/** The same value with the keys of all mappings in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  )
}

const generate = (...texts: string[]) =>
  generateResources({ documents: texts.map((text, index) => ({ file: `${index}`, text })) })

test('C-GEN-22: equal contents give equal bytes', () => {
  const expected = generate(stringify(WIDGETS), stringify(OTHERS))
  expect(expected.map(({ path }) => path)).toEqual(['example.com/v1/others.ts', 'example.com/v1/widgets.ts'])
  expect(generate(stringify(OTHERS), stringify(WIDGETS))).toEqual(expected)
  expect(generate(`${stringify(OTHERS)}---\n${stringify(WIDGETS)}`)).toEqual(expected)
  expect(generate(stringify(reversed(WIDGETS)), stringify(reversed(OTHERS)))).toEqual(expected)
  expect(generate(JSON.stringify(WIDGETS), JSON.stringify(OTHERS, null, 2))).toEqual(expected)
  const windows = `\uFEFF${stringify(WIDGETS).replaceAll('\n', '\r\n')}`
  expect(generate(windows, stringify(OTHERS))).toEqual(expected)
})

test('C-GEN-18: paths differ in more than case, and are valid on each platform', () => {
  const named = (plural: string, group = 'example.com') =>
    JSON.stringify(crd({ group, names: { plural, kind: 'Event' } })).replace(
      'widgets.example.com',
      `${plural}.${group}`,
    )
  const files = generate(named('aux'), named('events'), named('events', 'con.io'), named('events', 'b.io'))
  expect(files.map(({ path }) => path)).toEqual([
    'b.io/v1/events.ts',
    'con_.io/v1/events.ts',
    'example.com/v1/aux_.ts',
    'example.com/v1/events.ts',
  ])
  expect(() => generate(named('Events'), named('events'))).toThrow(CodegenError)
})

test('notes, groups and descriptions', () => {
  const notes: string[] = []
  const [file] = generateResources({
    documents: [{ file: 'a', text: `${stringify(WIDGETS)}---\napiVersion: v1\nkind: Service\n` }],
    groups: ['example.com'],
    descriptions: false,
    onNote: ({ file, message }) => notes.push(`${file}: ${message}`),
  })
  expect(notes).toEqual(['a: skipped Service'])
  expect(file?.text).not.toContain('And `more`.')
})
