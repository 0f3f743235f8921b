import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LAW } from './layers.ts'
import { checkLayersOf } from './lint/layers/check-layers.ts'
import { treeOfFiles, treeOfRepository } from './lint/layers/source-tree.ts'
import { PACKAGES, ROOT } from './packages/packages.ts'

// What the table must say, whatever its rows are: which way imports go between packages, and what keeps Node, the worker's
// host and tests out of a page. `lint/layers/check-layers.test.ts` has each kind of rule.

/** Forbidden imports, by importing file. */
const FORBIDDEN = [
  ['packages/core/src/api/a.ts', '../client/a.ts'],
  ['packages/core/src/client/a.ts', '../cache/reflector/reflector.ts'],
  ['packages/core/src/cache/store/a.ts', '../../row/row.ts'],
  ['packages/core/src/pattern/a.ts', '../api/errors.ts'],
  ['packages/core/src/config/a.ts', 'node:fs'],
  ['packages/core/src/config/a.ts', 'undici'],
  ['packages/core/src/a.ts', 'yaml'],
  ['packages/core/src/a.ts', '@kube-informer/cacher'],
  ['packages/core/src/a.ts', '@kube-informer/worker'],
  ['packages/core/src/a.ts', '@kube-informer/testing'],
  ['packages/core/src/a.ts', '../../worker/src/wire/channel.ts'],
  ['packages/cacher/src/a.ts', '@kube-informer/apiserver'],
  ['packages/cacher/src/a.ts', 'node:http'],
  ['packages/apiserver/src/rest/a.ts', 'node:fs'],
  ['packages/apiserver/src/rest/a.ts', '../server/fake-apiserver.ts'],
  ['packages/apiserver/src/storage/a.ts', '../rest/call.ts'],
  ['packages/apiserver/src/a.ts', '@kube-informer/testing'],
  ['packages/testing/src/locks/a.ts', 'node:fs'],
  ['packages/testing/src/locks/a.ts', 'msw'],
  ['packages/testing/src/a.ts', '@kube-informer/worker'],
  ['packages/worker/src/api/a.ts', '../wire/protocol.ts'],
  ['packages/worker/src/transports/a.ts', '../page/slices.ts'],
  ['packages/worker/src/page/a.ts', '../host/index.ts'],
  ['packages/worker/src/page/a.ts', '../inline/index.ts'],
  ['packages/worker/src/page/a.ts', 'idb'],
  ['packages/worker/src/host/a.ts', '../page/slices.ts'],
  ['packages/worker/src/host/a.ts', 'react'],
  ['packages/worker/src/host/a.ts', '@kube-informer/testing'],
  ['packages/worker/src/host/session/a.ts', '../../page/slices.ts'],
  ['packages/react/src/a.ts', '@kube-informer/testing'],
  ['packages/react/src/a.ts', '@tanstack/react-query'],
  ['packages/react/src/testing/a.ts', 'vitest'],
  ['packages/relay/src/a.ts', 'node:fs'],
  ['packages/relay/src/a.ts', '@kube-informer/testing'],
  ['packages/relay/src/deno/a.ts', 'node:http'],
  ['packages/relay/src/cloudflare/a.ts', 'ws'],
  ['packages/controller/src/a.ts', 'node:os'],
  ['packages/controller/src/a.ts', '@kube-informer/worker'],
  ['packages/controller/src/manager/a.ts', '../node/serve-health.ts'],
  ['packages/codegen/src/input/a.ts', 'node:fs'],
  ['packages/codegen/src/a.ts', '@kube-informer/controller'],
  ['packages/core/src/cache/store/a.test.ts', '../../../../worker/src/wire/channel.ts'],
  ['packages/core/src/cache/store/a.test.ts', '../../../../../tools/engines/engine.ts'],
  ['demo/src/a.ts', '../../packages/core/src/index.ts'],
  ['demo/src/a.ts', 'node:fs'],
  ['demo/server/a.ts', '../../e2e/preview.ts'],
  ['e2e/a.ts', '../packages/testing/src/index.ts'],
  ['e2e/hosts/a.ts', '../../tests/conformance/protocol/target.ts'],
  ['e2e/journeys/a.ts', '../../tools/test.ts'],
  ['examples/next/app/a.ts', '../../../packages/core/src/index.ts'],
  ['examples/storybook/src/a.ts', '@kube-informer/core/internal'],
  ['examples/operator/src/a.ts', '../../../tools/packages/packages.ts'],
  ['tests/conformance/protocol/a.ts', '../../../e2e/preview.ts'],
  ['tests/conformance/a.ts', '../../tools/test.ts'],
  ['tests/conformance/a.ts', '../../packages/core/src/index.ts'],
  ['tests/simulation/a.ts', '../../tools/packages/packages.ts'],
  ['tests/simulation/a.ts', '../conformance/protocol/target.ts'],
  ['bench/src/a.ts', '../../e2e/preview.ts'],
  ['bench/src/a.ts', '../../tools/test.ts'],
  ['bench/src/runner/a.ts', '../support/servers.ts'],
  ['bench/src/support/pods/a.ts', '../../cases/relist.ts'],
  ['bench/src/a.ts', '@kube-informer/core/internal'],
  ['tools/kubernetes/a.ts', '../../tests/conformance/protocol/target.ts'],
  ['tools/engines/a.ts', '../test.ts'],
  ['tools/packages/a.ts', '../../e2e/preview.ts'],
] as const

/** Allowed imports, by importing file. */
const ALLOWED = [
  ['packages/core/src/client/a.ts', '../row/row.ts'],
  ['packages/core/src/config/a.ts', 'yaml'],
  ['packages/core/src/cache/store/a.test.ts', '@kube-informer/testing'],
  ['packages/core/src/cache/store/a.test.ts', 'node:fs'],
  ['packages/cacher/src/a.ts', '@kube-informer/core/internal'],
  ['packages/apiserver/src/node/a.ts', 'node:http'],
  ['packages/apiserver/src/node/a.ts', '../server/fake-apiserver.ts'],
  ['packages/testing/src/a.ts', '@kube-informer/apiserver'],
  ['packages/testing/src/msw/a.ts', 'msw'],
  ['packages/worker/src/page/a.ts', '../transports/host-transport.ts'],
  ['packages/worker/src/persistence/a.ts', 'idb'],
  ['packages/worker/src/inline/a.ts', '../host/index.ts'],
  ['packages/react/src/a.ts', '@kube-informer/worker'],
  ['packages/react/src/a.ts', 'zustand/vanilla'],
  ['packages/react/src/query/a.ts', '@tanstack/react-query'],
  ['packages/react/src/testing/a.ts', '@kube-informer/testing'],
  ['packages/relay/src/a.ts', '@kube-informer/cacher/http'],
  ['packages/controller/src/node/a.ts', 'node:http'],
  ['packages/codegen/src/cli/a.ts', 'node:fs/promises'],
  ['demo/src/a.ts', '@kube-informer/testing/msw'],
  ['e2e/hosts/a.ts', '../../tools/kubernetes/cluster.ts'],
  ['tests/conformance/protocol/a.ts', '../../../tools/kubernetes/cluster.ts'],
  ['bench/src/support/chromium/a.ts', '../../../../tools/engines/installed-chromium.ts'],
  ['tools/kubernetes/a.ts', '@kube-informer/testing'],
  ['tools/a.ts', '../tests/conformance/differential/judge.ts'],
] as const

const repository = treeOfRepository(ROOT)
const manifests = Object.fromEntries(
  PACKAGES.map(name => join('packages', name, 'package.json')).map(path => [path, repository.read(path)]),
)

/** What the table says about a planted import. */
function findings(file: string, specifier: string): readonly string[] {
  const tree = treeOfFiles({ ...manifests, [file]: `import { a } from '${specifier}'\n` })
  return checkLayersOf([file], tree, LAW).map(({ message }) => message)
}

test.each(FORBIDDEN)('%s may not import %s', (file, specifier) => {
  expect(findings(file, specifier)).toEqual([expect.stringContaining(`imports '${specifier}'`)])
})

test.each(ALLOWED)('%s may import %s', (file, specifier) => {
  expect(findings(file, specifier)).toEqual([])
})

test('the source folders of packages have rows of their own: none is covered by that of another', () => {
  expect(Object.keys(LAW.layers).filter(key => /^packages\/.*\*\*$/.test(key))).toEqual([])
})
