import { expect, test } from 'vitest'
import { readPageOptions } from './page-options.ts'

test('without parameters', () => {
  expect(readPageOptions('')).toEqual({
    host: 'auto',
    identity: 'demo',
    server: undefined,
    isMock: false,
    mock: { pods: 10_000, churn: 200, seed: 1 },
  })
})

test.each(['?mock', '?mock=1', '?pods=1000', '?churn=0', '?seed=2'])('%s asks for the mock', search => {
  expect(readPageOptions(search).isMock).toBe(true)
})

test('the size of the mock', () => {
  expect(readPageOptions('?pods=5&churn=0&seed=7').mock).toEqual({ pods: 5, churn: 0, seed: 7 })
  expect(readPageOptions('?pods=many&churn=-1').mock).toMatchObject({ pods: 10_000, churn: 200 })
})

test('a server takes precedence over the mock', () => {
  expect(readPageOptions('?server=/k8s&mock&pods=5')).toMatchObject({ server: '/k8s', isMock: false })
})

test('the host, and an identity that shares nothing', () => {
  expect(readPageOptions('?host=leader&identity=')).toMatchObject({ host: 'leader', identity: undefined })
  expect(readPageOptions('?host=other')).toMatchObject({ host: 'auto' })
})
