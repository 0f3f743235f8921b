import { StatusError } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { explainError } from './explain-error.ts'

const error = (code: number, reason: string): StatusError =>
  new StatusError({ code, reason, message: reason })
const list = { verb: 'list', resource: 'pods' }

test('a 403 says the verb, the resource, the namespace and which Role is needed', () => {
  const explanation = explainError(error(403, 'Forbidden'), { ...list, namespace: 'shop' })
  expect(explanation).toEqual({
    type: 'forbidden',
    title: 'You may not list pods in namespace “shop”',
    advice: 'Ask an administrator for a Role with the verb “list” on “pods”.',
    message: 'Forbidden',
  })
})

test('a 403 for all namespaces suggests to choose one', () => {
  const { title, advice } = explainError(error(403, 'Forbidden'), list)
  expect(title).toBe('You may not list pods')
  expect(advice).toMatch(/^Choose a namespace that you may read.* ClusterRole /)
})

test('a 404 names what is missing', () => {
  expect(explainError(error(404, 'NotFound'), { verb: 'get', resource: 'pods', name: 'web-0' }).title).toBe(
    'There is no web-0',
  )
})

test('another error says what was tried', () => {
  expect(explainError(new Error('no route'), { ...list, name: 'a' })).toMatchObject({
    type: 'other',
    title: 'Could not list pods “a”',
    message: 'no route',
  })
})
