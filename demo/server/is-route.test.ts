import { expect, test } from 'vitest'
import { isRoute } from './is-route.ts'

test.each([
  '/c',
  '/c/fake',
  '/c/fake/core/v1/pods/default/web-0',
  '/c/kind-kind/networking.k8s.io/v1/ingresses/default/www.example.com',
  '/c/fake/example.com/v1/assets',
  '/about',
])('%s is a route', path => {
  expect(isRoute(path)).toBe(true)
})

test.each([
  '/assets/main-abc.js',
  '/assets/gone',
  '/fake/api/v1/pods',
  '/fake',
  '/k8s/version',
  '/clusters/prod/api',
  '/clusters.json',
  '/mockServiceWorker.js',
  '/minimal.html',
  '/@vite/client',
  '/src/main.tsx',
  '/node_modules/x',
])('%s is a file or an API', path => {
  expect(isRoute(path)).toBe(false)
})
