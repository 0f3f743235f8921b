import { expect, test } from 'vitest'
import { readParameters } from './parameters.ts'

test('the default is the fake apiserver of npm start', () => {
  expect(readParameters('')).toMatchObject({ server: '/fake', identity: 'demo', host: 'auto' })
  expect(readParameters('?namespace=default&host=leader')).toMatchObject({
    server: '/fake',
    namespace: 'default',
    host: 'leader',
  })
})

test.each(['?mock', '?mock=1', '?pods=1000', '?churn=0', '?seed=2'])('%s selects the mock', search => {
  expect(readParameters(search)).toMatchObject({ server: undefined, identity: undefined })
})

test('the mock has 10,000 Pods and 200 events per second unless the URL says otherwise', () => {
  expect(readParameters('?mock')).toMatchObject({ pods: 10_000, churn: 200, seed: 1 })
  expect(readParameters('?pods=5&churn=0&seed=7')).toMatchObject({ pods: 5, churn: 0, seed: 7 })
  expect(readParameters('?pods=many&churn=-1')).toMatchObject({ pods: 10_000, churn: 200 })
})

test('a server takes precedence over the mock', () => {
  expect(readParameters('?server=/k8s&mock&pods=5')).toMatchObject({ server: '/k8s', identity: 'demo' })
  expect(readParameters('?server=/k8s&identity=')).toMatchObject({ identity: undefined })
})
