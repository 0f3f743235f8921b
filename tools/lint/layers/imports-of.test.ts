import { expect, test } from 'vitest'
import { importsOf } from './imports-of.ts'

const found = (source: string): readonly string[] =>
  importsOf('a.tsx', source).map(
    ({ line, specifier, isType }) => `${line}: ${isType ? 'type ' : ''}${specifier}`,
  )

test('imports, re-exports and import() are found, with their lines', () => {
  const source = `// import './comment'
import a, { b } from './a'
import './c'

export { d } from './d'
export * as e from './e'
export * from './f'
const g = await import('./g')
const text = "import './string'"
`
  expect(found(source)).toEqual(['2: ./a', '3: ./c', '5: ./d', '6: ./e', '7: ./f', '8: ./g'])
})

test('imports of types only are marked', () => {
  expect(found(`import type { A } from './a'`)).toEqual(['1: type ./a'])
  expect(found(`import { type A, type B } from './a'`)).toEqual(['1: type ./a'])
  expect(found(`import { type A, b } from './a'`)).toEqual(['1: ./a'])
  expect(found(`export type { A } from './a'`)).toEqual(['1: type ./a'])
  expect(found(`export { type A, b } from './a'`)).toEqual(['1: ./a'])
  expect(found(`type A = typeof import('./a')`)).toEqual(['1: type ./a'])
})

test('JSX with an apostrophe in its text is read', () => {
  expect(found(`import { a } from './a'\nexport const b = <p>don't</p>\nexport { c } from './c'`)).toEqual([
    '1: ./a',
    '3: ./c',
  ])
})

test('an import() of an expression is omitted', () => {
  expect(found('const a = await import(path)')).toEqual([])
})

test('a file that cannot be parsed is an error that names it', () => {
  expect(() => found('import {')).toThrow(/^a.tsx cannot be parsed/)
})
