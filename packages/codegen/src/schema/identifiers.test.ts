import { expect, test } from 'vitest'
import { pascalCase, propertyKey, quoted, typeIdentifier } from './identifiers.ts'

test.each([
  ['podTemplate', 'PodTemplate'],
  ['pod-template_spec', 'PodTemplateSpec'],
  ['2nd', '2nd'],
  ['$ref', 'Ref'],
  ['x.y/z', 'XYZ'],
  ['größe', 'Größe'],
  ['__proto__', 'Proto'],
  ['-', ''],
])('the words of %j are joined to %j', (text, name) => {
  expect(pascalCase(text)).toBe(name)
})

test('C-GEN-18: the name of a type is an identifier with a capital, whatever the kind', () => {
  expect(['widget', 'class', 'string', 'Foo-Bar', '2Fast', '-'].map(typeIdentifier)).toEqual([
    ...['Widget', 'Class', 'String', 'FooBar', 'Type2Fast', 'Type'],
  ])
})

test('C-GEN-5: keys are quoted if they are no identifiers', () => {
  expect(['a', '$ref', '_b', 'class', '__proto__'].map(propertyKey)).toEqual([
    'a',
    '$ref',
    '_b',
    'class',
    '__proto__',
  ])
  expect(['2nd', 'x-y', '', 'a b', 'ä'].map(propertyKey)).toEqual([`'2nd'`, `'x-y'`, `''`, `'a b'`, `'ä'`])
})

test('literals are quoted as a formatter does, and mean the text', () => {
  expect(quoted(`it's`)).toBe(`"it's"`)
  expect(quoted('say "a"')).toBe(`'say "a"'`)
  expect(quoted(`it's "a"`)).toBe(String.raw`'it\'s "a"'`)
  expect(quoted('\u2028\u202E\0\n\uD800')).toBe(String.raw`'\u2028\u202E\u0000\n\uD800'`)
  for (const text of ['a\\', "\\'", '\r\n\t', '👩‍💻', '\uDC00\uD83D']) {
    expect(new Function(`return ${quoted(text)}`)()).toBe(text)
  }
})
