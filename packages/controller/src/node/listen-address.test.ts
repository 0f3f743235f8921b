import { UsageError } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { parseListenAddress } from './listen-address.ts'

test.each([
  [':8081', { host: undefined, port: 8081 }],
  ['127.0.0.1:0', { host: '127.0.0.1', port: 0 }],
  ['localhost:65535', { host: 'localhost', port: 65_535 }],
  ['[::1]:8081', { host: '::1', port: 8081 }],
  ['0', undefined],
])('%s', (address, expected) => {
  expect(parseListenAddress(address)).toEqual(expected)
})

test.each(['', '8081', ':', ':65536', '::1:8081', 'localhost', 'http://localhost:80', ':80a', '[]:80'])(
  '%j is rejected',
  address => {
    expect(() => parseListenAddress(address)).toThrow(UsageError)
  },
)
