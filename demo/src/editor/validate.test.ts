import type { KindSchema } from '@kube-informer/core/openapi'
import { expect, test } from 'vitest'
import { mistakesOf } from './validate.ts'

const schema: KindSchema = {
  properties: {
    kind: { type: 'string' },
    spec: { allOf: [{ $ref: '#/definitions/Spec' }], description: 'what is wanted' },
  },
  definitions: {
    Spec: {
      type: 'object',
      required: ['selector'],
      properties: {
        replicas: { type: 'integer' },
        type: { type: 'string', enum: ['ClusterIP', 'NodePort'] },
        port: { 'x-kubernetes-int-or-string': true },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        selector: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: {} },
      },
    },
  },
}

const texts = (text: string) => {
  const found = mistakesOf(text, schema)
  return found.map(({ from, to, message }) => `${text.slice(from, to)} → ${message}`)
}

test('a correct text has no mistakes', () => {
  expect(texts('kind: A\nspec:\n  selector: {any: thing}\n  port: http\n  replicas: null\n')).toEqual([])
})

test('types, enums and unknown fields are marked where they are', () => {
  expect(
    texts('spec:\n  selector: {}\n  replicas: "3"\n  type: Cluster\n  labels: {a: 1}\n  replicsa: 3\n'),
  ).toEqual([
    '"3" → expected integer, got string',
    'Cluster → "Cluster" is none of ClusterIP, NodePort',
    '1 → expected string, got integer',
    'replicsa → unknown field "replicsa": the server drops it',
  ])
})

test('a missing field is marked at its object', () => {
  expect(texts('spec:\n  replicas: 1\n')).toEqual(['r → selector missing'])
})

test('scalars are read as kubectl does', () => {
  expect(texts('spec:\n  selector: {}\n  replicas: 0o17\n  labels: {a: yes}\n')).toEqual([
    'yes → expected string, got boolean',
  ])
})

test('equal keys, and a second document, are marked without a schema too', () => {
  const marks = (text: string) =>
    mistakesOf(text, undefined).map(({ from, to, message }) => [text.slice(from, to), message])
  expect(marks('a: 1\na: 2\n')).toEqual([['a', 'the key a occurs twice']])
  expect(marks('a: 1\n---\nb: 2\n')).toEqual([['b', 'a second document: the text is one object']])
})

test('mistakes of the syntax are marked without a schema too', () => {
  const [mistake] = mistakesOf('a: [1', undefined)
  expect(mistake).toMatchObject({ severity: 'error', from: 5 })
})
