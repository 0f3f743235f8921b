import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { credentialSources } from './credential-sources.ts'

test.each([
  [
    {},
    {
      cert: { file: join(tmpdir(), 'k8s-webhook-server/serving-certs/tls.crt') },
      key: { file: join(tmpdir(), 'k8s-webhook-server/serving-certs/tls.key') },
    },
  ],
  [{ certDir: '/certs' }, { cert: { file: '/certs/tls.crt' }, key: { file: '/certs/tls.key' } }],
  [
    { certFile: 'a', keyFile: 'b' },
    { cert: { file: 'a' }, key: { file: 'b' } },
  ],
  [
    { cert: 'A', key: 'B', clientCaFile: 'c' },
    { cert: { pem: 'A' }, key: { pem: 'B' }, ca: { file: 'c' } },
  ],
])('%j', (options, expected) => {
  expect(credentialSources(options)).toEqual(expected)
})

test.each([
  [{ cert: 'A' }, 'cert and key belong together'],
  [{ keyFile: 'b' }, 'certFile and keyFile belong together'],
  [{ cert: 'A', key: 'B', certDir: '/certs' }, 'exclude each other'],
  [{ cert: 'A', key: 'B', certFile: 'a', keyFile: 'b' }, 'exclude each other'],
])('%j is rejected', (options, message) => {
  expect(() => credentialSources(options)).toThrow(UsageError)
  expect(() => credentialSources(options)).toThrow(message)
})
