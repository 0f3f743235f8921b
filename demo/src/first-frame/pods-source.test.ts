import { expect, test } from 'vitest'
import { podsSource } from './pods-source.ts'

const listOf = (url: string): string | undefined => podsSource(new URL(url, 'http://localhost'))?.list

test('the table of all Pods has first rows, whatever it is called', () => {
  const list = '/fake/api/v1/pods?limit=50&pretty=false'
  expect(listOf('/')).toBe(list)
  expect(listOf('/c/fake')).toBe(list)
  expect(listOf('/c/fake/core/v1/pods')).toBe(list)
  expect(listOf('/?host=dedicated&panel=faults')).toBe(list)
})

test.each([
  '/?mock',
  '/?server=/k8s',
  '/?as=viewer',
  '/c/k8s/core/v1/pods',
  '/c/fake/core/v1/nodes',
  '/c/fake/core/v1/pods/default/web',
  '/c/fake/core/v1/pods?filter=web',
  '/c/fake/core/v1/pods?namespace=default',
  '/c/fake/core/v1/pods?sort=-age',
  '/c/fake/core/v1/pods?columns=name',
])('%s has other rows, or those of another cluster or user', url => {
  expect(listOf(url)).toBeUndefined()
})
