import { describe, expect, test } from 'vitest'
import { pathAt } from './path-at.ts'

/** The path at the `|` of a text. */
function at(text: string) {
  const offset = text.indexOf('|')
  const { path, typing, from } = pathAt(text.replace('|', ''), offset)
  return { path, typing, typed: text.slice(from, offset) }
}

describe('the path of a cursor', () => {
  test('at the top', () => {
    expect(at('api|')).toEqual({ path: [], typing: 'key', typed: 'api' })
    expect(at('apiVersion: v1\n|')).toEqual({ path: [], typing: 'key', typed: '' })
  })

  test('in nested members', () => {
    expect(at('spec:\n  template:\n    sp|').path).toEqual(['spec', 'template'])
    expect(at('metadata:\n  name: a\nspec:\n  |').path).toEqual(['spec'])
    expect(at('spec:\n  template:\n    metadata:\n      name: x\n  rep|').path).toEqual(['spec'])
  })

  test('as a value', () => {
    expect(at('spec:\n  type: Clu|')).toEqual({ path: ['spec', 'type'], typing: 'value', typed: 'Clu' })
    expect(at('kind: |')).toEqual({ path: ['kind'], typing: 'value', typed: '' })
  })

  test('in the items of a list', () => {
    const list = 'spec:\n  containers:\n  - name: a\n    image: x\n  - name: b\n    '
    expect(at(`${list}ima|`)).toEqual({ path: ['spec', 'containers', 1], typing: 'key', typed: 'ima' })
    expect(at(`${list}ports:\n    - con|`).path).toEqual(['spec', 'containers', 1, 'ports', 0])
    expect(at('spec:\n  containers:\n    - na|').path).toEqual(['spec', 'containers', 0])
    expect(at('spec:\n  containers:\n    - name: a\n    - imagePullPolicy: If|').path).toEqual([
      'spec',
      'containers',
      1,
      'imagePullPolicy',
    ])
  })

  test('after a list', () => {
    expect(at('spec:\n  containers:\n  - name: a\n    image: x\n  nodeN|').path).toEqual(['spec'])
  })

  test('in the second document, past comments and blank lines', () => {
    expect(at('kind: A\nspec:\n---\nkind: B\nmetadata:\n\n  # comment\n  na|').path).toEqual(['metadata'])
  })
})
