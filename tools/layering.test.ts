import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT, tool } from './packages/packages.ts'

/** Forbidden imports, by importing file. */
const FORBIDDEN = [
  ['packages/core/src/api/a.ts', '../client/kube-client.ts'],
  ['packages/core/src/api/b.ts', '../internal/timer.ts'],
  ['packages/core/src/internal/a.ts', '../client/kube-client.ts'],
  ['packages/core/src/openapi/a.ts', '../cache/reflector.ts'],
  ['packages/core/src/pattern/a.ts', '../api/errors.ts'],
  ['packages/core/src/quantity/a.ts', '../api/errors.ts'],
  ['packages/core/src/columns/a.ts', '../json/parse-json.ts'],
  ['packages/core/src/metrics/a.ts', '../cache/informer/shared-index-informer.ts'],
  ['packages/core/src/row/a.ts', '../client/kube-client.ts'],
  ['packages/core/src/client/a.ts', '../cache/reflector.ts'],
  ['packages/core/src/cache/store/a.ts', '../../row/read-row.ts'],
  ['packages/core/src/cache/queue/b.ts', 'node:fs'],
  ['packages/core/src/cache/sync/c.ts', '../../../../worker/src/wire/channel.ts'],
  ['packages/core/src/cache/informer/d.ts', '@kube-informer/testing'],
  ['packages/core/src/config/a.ts', 'node:fs'],
  ['packages/core/src/config/b.ts', 'undici'],
  ['packages/core/src/config/c.ts', '../cache/reflector/reflector.ts'],
  ['packages/core/src/watch-tools/a.ts', '../columns/age.ts'],
  ['packages/core/src/a.ts', '@kube-informer/worker'],
  ['packages/core/src/b.ts', '@kube-informer/cacher'],
  ['packages/cacher/src/a.ts', '@kube-informer/apiserver'],
  ['packages/cacher/src/b.ts', '@kube-informer/testing'],
  ['packages/cacher/src/c.ts', 'node:http'],
  ['packages/cacher/src/api/up.ts', '../items/cached-item.ts'],
  ['packages/cacher/src/items/up.ts', '../history/cache-state.ts'],
  ['packages/cacher/src/history/up.ts', '../requests/selection.ts'],
  ['packages/cacher/src/requests/up.ts', '../reads/reads.ts'],
  ['packages/cacher/src/watch/up.ts', '../dispatch/dispatcher.ts'],
  ['packages/cacher/src/dispatch/up.ts', '../watches/watches.ts'],
  ['packages/cacher/src/freshness/up.ts', '../reads/reads.ts'],
  ['packages/cacher/src/reads/up.ts', '../watch/initial-events.ts'],
  ['packages/cacher/src/watches/up.ts', '../cacher.ts'],
  ['packages/cacher/src/upstream/up.ts', '../http/reads.ts'],
  ['packages/cacher/src/http/up.ts', '../cacher.ts'],
  ['packages/cacher/src/http/request/up.ts', '../encoding/encode.ts'],
  ['packages/cacher/src/http/encoding/up.ts', '../respond.ts'],
  ['packages/cacher/src/sockets/up.ts', '../watches/watches.ts'],
  ['packages/cacher/src/tables/up.ts', '../http/cacher-handler.ts'],
  ['packages/cacher/src/tables/cells/up.ts', '../columns-of.ts'],
  ['packages/apiserver/src/json/up.ts', '../object/any-object.ts'],
  ['packages/apiserver/src/status/up.ts', '../http/respond.ts'],
  ['packages/apiserver/src/object/up.ts', '../status/status-errors.ts'],
  ['packages/apiserver/src/schema/up.ts', '../kinds/kind.ts'],
  ['packages/apiserver/src/apply/up.ts', '../patch/patch.ts'],
  ['packages/apiserver/src/kinds/up.ts', '../storage/storage.ts'],
  ['packages/apiserver/src/patch/up.ts', '../http/respond.ts'],
  ['packages/apiserver/src/protobuf/up.ts', '../rest/call.ts'],
  ['packages/apiserver/src/storage/up.ts', '../registry/writes.ts'],
  ['packages/apiserver/src/crds/up.ts', '../registry/strategy.ts'],
  ['packages/apiserver/src/registry/up.ts', '../rest/call.ts'],
  ['packages/apiserver/src/http/up.ts', '../faults/fault-rules.ts'],
  ['packages/apiserver/src/compress/up.ts', '../rest/call.ts'],
  ['packages/apiserver/src/guard/up.ts', '../rest/call.ts'],
  ['packages/apiserver/src/access/up.ts', '../rest/call.ts'],
  ['packages/apiserver/src/discovery/up.ts', '../rest/call.ts'],
  ['packages/apiserver/src/openapi/up.ts', '../rest/call.ts'],
  ['packages/apiserver/src/faults/up.ts', '../server/fake-apiserver.ts'],
  ['packages/apiserver/src/logs/up.ts', '../rest/call.ts'],
  ['packages/apiserver/src/rest/up.ts', '../server/fake-apiserver.ts'],
  ['packages/apiserver/src/web-socket/up.ts', '../rest/call.ts'],
  ['packages/apiserver/src/server/up.ts', '../control/control-handler.ts'],
  ['packages/apiserver/src/pods/up.ts', '../server/fake-apiserver.ts'],
  ['packages/apiserver/src/churn/up.ts', '../control/control-handler.ts'],
  ['packages/apiserver/src/workloads/up.ts', '../control/control-handler.ts'],
  ['packages/apiserver/src/control/up.ts', '../node/serve.ts'],
  ['packages/apiserver/src/node/up.ts', '../rest/call.ts'],
  ['packages/apiserver/src/rest/body/up.ts', '../../server/fake-apiserver.ts'],
  ['packages/apiserver/src/rest/a.ts', 'node:fs'],
  ['packages/apiserver/src/rest/b.ts', '@kube-informer/testing'],
  ['packages/testing/src/locks/a.ts', 'node:fs'],
  ['packages/testing/src/locks/b.ts', '@kube-informer/worker'],
  ['packages/worker/src/api/a.ts', '../wire/protocol.ts'],
  ['packages/worker/src/wire/a.ts', '../transports/host-transport.ts'],
  ['packages/worker/src/transports/a.ts', '../page/slices.ts'],
  ['packages/worker/src/transports/b.ts', '../host/index.ts'],
  ['packages/worker/src/page/a.ts', '../host/index.ts'],
  ['packages/worker/src/page/b.ts', '../inline/index.ts'],
  ['packages/worker/src/persistence/a.ts', '../host/index.ts'],
  ['packages/worker/src/persistence/b.ts', '../transports/host-transport.ts'],
  ['packages/worker/src/host/a.ts', '@kube-informer/testing'],
  ['packages/worker/src/host/b.ts', 'react'],
  ['packages/worker/src/host/c.ts', '../page/slices.ts'],
  ['packages/worker/src/host/d.ts', '../transports/host-transport.ts'],
  ['packages/worker/src/host/definitions/a.ts', '../slices/create-view.ts'],
  ['packages/worker/src/host/slices/a.ts', '../held-view/held-view.ts'],
  ['packages/worker/src/host/held-view/a.ts', '../namespaces/may-read.ts'],
  ['packages/worker/src/host/namespaces/a.ts', '../views/union-view.ts'],
  ['packages/worker/src/host/views/a.ts', '../informers/scoped-informer.ts'],
  ['packages/worker/src/host/informers/a.ts', '../planning/planner.ts'],
  ['packages/worker/src/host/planning/a.ts', '../clusters/cluster.ts'],
  ['packages/worker/src/host/clusters/a.ts', '../calls/wait-for.ts'],
  ['packages/worker/src/host/calls/a.ts', '../session/page-session.ts'],
  ['packages/worker/src/host/query/a.ts', '../slices/row-filter.ts'],
  ['packages/worker/src/host/access/a.ts', '../clusters/cluster.ts'],
  ['packages/worker/src/host/overlay/a.ts', '../clusters/cluster.ts'],
  ['packages/worker/src/host/relations/a.ts', '../session/page-session.ts'],
  ['packages/worker/src/host/session/a.ts', '../../page/slices.ts'],
  ['packages/worker/src/host/listeners/a.ts', '../informer-host.ts'],
  ['packages/relay/src/a.ts', '@kube-informer/testing'],
  ['packages/relay/src/b.ts', 'node:fs'],
  ['packages/relay/src/api/a.ts', '../auth/token-review.ts'],
  ['packages/relay/src/auth/a.ts', '../watches/watch-reviews.ts'],
  ['packages/relay/src/http/a.ts', '../auth/token-review.ts'],
  ['packages/relay/src/metrics/a.ts', '../collections/collection.ts'],
  ['packages/relay/src/socket/a.ts', '../http/route.ts'],
  ['packages/relay/src/client/a.ts', '../collections/collection.ts'],
  ['packages/relay/src/collections/a.ts', '../auth/token-review.ts'],
  ['packages/relay/src/watches/a.ts', '../collections/collection.ts'],
  ['packages/relay/src/deno/a.ts', 'node:http'],
  ['packages/relay/src/cloudflare/a.ts', 'ws'],
  ['packages/controller/src/a.ts', '@kube-informer/testing'],
  ['packages/controller/src/b.ts', 'node:os'],
  ['packages/controller/src/c.ts', '@kube-informer/worker'],
  ['packages/controller/src/api/a.ts', '../client/cache.ts'],
  ['packages/controller/src/predicates/a.ts', '../handlers/priority.ts'],
  ['packages/controller/src/handlers/a.ts', '../sources/kind-source.ts'],
  ['packages/controller/src/client/a.ts', '../controller/controller.ts'],
  ['packages/controller/src/events/a.ts', '../client/cache.ts'],
  ['packages/controller/src/helpers/a.ts', '../client/cache.ts'],
  ['packages/controller/src/leader-election/a.ts', '../events/event-recorder.ts'],
  ['packages/controller/src/webhook/a.ts', '../client/cache.ts'],
  ['packages/controller/src/webhook/body/a.ts', '../json/json-patch.ts'],
  ['packages/controller/src/webhook/json/a.ts', '../body/read-bytes.ts'],
  ['packages/controller/src/webhook/admission/a.ts', '../conversion/converting.ts'],
  ['packages/controller/src/webhook/conversion/a.ts', '../admission/steps.ts'],
  ['packages/controller/src/metrics/a.ts', '../controller/controller.ts'],
  ['packages/controller/src/sources/a.ts', '../client/cache.ts'],
  ['packages/controller/src/controller/a.ts', '../leader-election/lease-lock.ts'],
  ['packages/controller/src/manager/a.ts', '../node/serve-health.ts'],
  ['packages/controller/src/manager/b.ts', '../metrics/controller-metrics.ts'],
  ['packages/controller/src/node/a.ts', '@kube-informer/testing'],
  ['packages/codegen/src/a.ts', '@kube-informer/testing'],
  ['packages/codegen/src/b.ts', '@kube-informer/controller'],
  ['packages/codegen/src/model/a.ts', '../schema/type-of.ts'],
  ['packages/codegen/src/model/b.ts', '@kube-informer/core'],
  ['packages/codegen/src/schema/a.ts', '../emit/imports.ts'],
  ['packages/codegen/src/emit/a.ts', '../input/read-models.ts'],
  ['packages/codegen/src/input/a.ts', 'node:fs'],
  ['packages/codegen/src/input/b.ts', '../emit/imports.ts'],
  ['packages/react/src/a.ts', '@kube-informer/testing'],
  ['packages/react/src/b.ts', '../../worker/src/wire/channel.ts'],
  ['packages/react/src/mutations/a.ts', '@kube-informer/testing'],
  ['packages/react/src/testing/a.ts', 'vitest'],
  ['packages/react/src/query/a.ts', '@kube-informer/testing'],
  ['demo/src/a.ts', '../../packages/core/src/index.ts'],
  ['e2e/a.ts', '../packages/testing/src/index.ts'],
  ['examples/next/app/a.ts', '../../../packages/core/src/index.ts'],
  ['examples/storybook/src/a.ts', '@kube-informer/core/internal'],
  ['e2e/journeys/b.ts', '../../scripts/test.ts'],
  ['e2e/hosts/c.ts', '../../conformance/protocol/target.ts'],
  ['tests/conformance/protocol/a.ts', '../../e2e/preview.ts'],
  ['tests/conformance/b.ts', './test.ts'],
  ['tests/conformance/c.ts', '../packages/core/src/index.ts'],
  ['tests/simulation/a.ts', './packages/packages.ts'],
  ['tests/simulation/b.ts', '../e2e/preview.ts'],
  ['tools/kubernetes/a.ts', '../../conformance/protocol/target.ts'],
  ['tools/b.ts', './test.ts'],
  ['tools/c.ts', '../e2e/preview.ts'],
  ['bench/src/b.ts', '../../scripts/test.ts'],
  ['bench/src/c.ts', '../../e2e/preview.ts'],
  ['bench/src/a.ts', '@kube-informer/core/src/index.ts'],
  ['bench/src/b.ts', '@kube-informer/core/internal'],
] as const

/** Allowed imports, by importing file. */
const ALLOWED = [
  ['packages/core/src/columns/good.ts', '../api/object.ts'],
  ['packages/core/src/metrics/good.ts', '../cache/informer/informer-status.ts'],
  ['packages/core/src/client/good.ts', '../row/read-row.ts'],
  ['packages/core/src/client/also-good.ts', '../internal/timer.ts'],
  ['packages/core/src/config/good.ts', 'yaml'],
  ['packages/core/src/watch-tools/good.ts', '../cache/informer/create-informer.ts'],
  ['packages/core/src/cache/store/good.ts', '../../client/lister-watcher.ts'],
  ['packages/core/src/cache/store/good.test.ts', '@kube-informer/testing'],
  ['packages/cacher/src/good.ts', './reads/reads.ts'],
  ['packages/cacher/src/reads/good.ts', '../freshness/freshness.ts'],
  ['packages/cacher/src/upstream/good.ts', '../cacher.ts'],
  ['packages/cacher/src/http/good.ts', './encoding/encode.ts'],
  ['packages/cacher/src/sockets/good.ts', '../http/request/list-query.ts'],
  ['packages/cacher/src/tables/good.ts', '../api/served-kind.ts'],
  ['packages/cacher/src/test/good.ts', '@kube-informer/testing'],
  ['packages/apiserver/src/json/good.ts', '@kube-informer/core'],
  ['packages/apiserver/src/status/good.ts', '@kube-informer/core'],
  ['packages/apiserver/src/object/good.ts', '../json/good.ts'],
  ['packages/apiserver/src/schema/good.ts', '../status/good.ts'],
  ['packages/apiserver/src/apply/good.ts', '../status/good.ts'],
  ['packages/apiserver/src/kinds/good.ts', '../schema/good.ts'],
  ['packages/apiserver/src/patch/good.ts', '../status/good.ts'],
  ['packages/apiserver/src/protobuf/good.ts', '../schema/good.ts'],
  ['packages/apiserver/src/storage/good.ts', '../object/good.ts'],
  ['packages/apiserver/src/crds/good.ts', '../storage/good.ts'],
  ['packages/apiserver/src/registry/good.ts', '../storage/good.ts'],
  ['packages/apiserver/src/http/good.ts', '../status/good.ts'],
  ['packages/apiserver/src/compress/good.ts', '../http/good.ts'],
  ['packages/apiserver/src/guard/good.ts', '../compress/good.ts'],
  ['packages/apiserver/src/access/good.ts', '../status/good.ts'],
  ['packages/apiserver/src/discovery/good.ts', '../status/good.ts'],
  ['packages/apiserver/src/openapi/good.ts', '../status/good.ts'],
  ['packages/apiserver/src/faults/good.ts', '../status/good.ts'],
  ['packages/apiserver/src/rest/good.ts', '../storage/good.ts'],
  ['packages/apiserver/src/web-socket/good.ts', '../status/good.ts'],
  ['packages/apiserver/src/server/good.ts', '../storage/good.ts'],
  ['packages/apiserver/src/pods/good.ts', '../object/good.ts'],
  ['packages/apiserver/src/churn/good.ts', '../server/good.ts'],
  ['packages/apiserver/src/control/good.ts', '../server/good.ts'],
  ['packages/apiserver/src/node/down.ts', '../server/fake-apiserver.ts'],
  ['packages/apiserver/src/rest/body/good.ts', '../../registry/target.ts'],
  ['packages/apiserver/src/node/good.ts', 'node:http'],
  ['packages/testing/src/good.ts', '@kube-informer/apiserver'],
  ['packages/worker/src/api/good.ts', './subscription.ts'],
  ['packages/worker/src/wire/good.ts', '../api/subscription.ts'],
  ['packages/worker/src/transports/good.ts', '../wire/channel.ts'],
  ['packages/worker/src/page/good.ts', '../transports/host-transport.ts'],
  ['packages/worker/src/persistence/good.ts', 'idb'],
  ['packages/worker/src/host/good.ts', '@kube-informer/core'],
  ['packages/worker/src/host/slices/good.ts', '../../api/subscription.ts'],
  ['packages/worker/src/host/slices/also-good.ts', '../query/row-test.ts'],
  ['packages/worker/src/host/query/good.ts', '@kube-informer/core/pattern'],
  ['packages/worker/src/host/session/good.ts', '../clusters/cluster.ts'],
  ['packages/worker/src/host/access/good.ts', '../../api/access.ts'],
  ['packages/worker/src/host/overlay/good.ts', '../slices/row-index.ts'],
  ['packages/worker/src/host/clusters/good.ts', '../../persistence/snapshot-disk.ts'],
  ['packages/worker/src/host/listeners/good.ts', '../../wire/channel.ts'],
  ['packages/worker/src/inline/good.ts', '../page/page-connection.ts'],
  ['packages/controller/src/handlers/good.ts', '../api/request.ts'],
  ['packages/controller/src/sources/good.ts', '../predicates/changed.ts'],
  ['packages/controller/src/controller/good.ts', '../sources/kind-source.ts'],
  ['packages/controller/src/controller/also-good.ts', '@kube-informer/core/workqueue'],
  ['packages/controller/src/manager/good.ts', '../leader-election/lease-lock.ts'],
  ['packages/controller/src/manager/also-good.ts', '../controller/controller.ts'],
  ['packages/controller/src/node/good.ts', 'node:http'],
  ['packages/controller/src/node/also-good.ts', '../manager/create-manager.ts'],
  ['packages/codegen/src/input/good.ts', 'yaml'],
  ['packages/codegen/src/input/also-good.ts', '@kube-informer/core/resources'],
  ['packages/codegen/src/emit/good.ts', '../schema/type-of.ts'],
  ['packages/codegen/src/cli/good.ts', 'node:fs/promises'],
  ['packages/codegen/src/cli/also-good.ts', '../generate-resources.ts'],
  ['packages/react/src/good.ts', '@kube-informer/worker'],
  ['packages/react/src/mutations/good.ts', '../provider.tsx'],
  ['packages/react/src/testing/good.ts', '@kube-informer/testing'],
  ['packages/react/src/query/good.ts', '@tanstack/react-query'],
  ['demo/src/good.ts', '@kube-informer/testing/msw'],
  ['e2e/hosts/good.ts', '../../tools/browser.ts'],
  ['tests/conformance/protocol/good.ts', '../../tools/kubernetes/cluster.ts'],
  ['bench/src/chromium/good.ts', '../../../tools/browser.ts'],
  ['tools/kubernetes/good.ts', '../packages.ts'],
  ['tools/kubernetes/other.ts', '@kube-informer/testing'],
  ['tools/good.ts', '../tests/conformance/differential/judge.ts'],
] as const

const CALLS = ['Date.now()', 'new Date()', 'Math.random()', 'setTimeout(() => {}, 1)']
const callFile = (index: number, test = '') => `packages/core/src/cache/call-${index}${test}.ts`

/** Pairs of files that import each other: values, and types only. */
const CYCLES = {
  'packages/core/src/client/cycle-a.ts':
    "import { b } from './cycle-b.ts'\n\nexport const a = (): number => b()\n",
  'packages/core/src/client/cycle-b.ts':
    "import { a } from './cycle-a.ts'\n\nexport const b = (): number => a()\n",
  'packages/core/src/client/types-a.ts':
    "import type { B } from './types-b.ts'\n\nexport type A = readonly B[]\n",
  'packages/core/src/client/types-b.ts':
    "import type { A } from './types-a.ts'\n\nexport type B = readonly A[]\n",
}

const folder = mkdtempSync(join(tmpdir(), 'layering-'))
let complaints: Map<string, string>

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** The rule and message of each finding, by file. */
function lint(): Map<string, string> {
  const args = ['lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', '.']
  const { stdout } = spawnSync(tool('biome'), args, { cwd: folder, encoding: 'utf8' })
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: readonly { category: string; message: unknown; location: { path: string } }[]
  }
  return new Map(diagnostics.map(found => [found.location.path, JSON.stringify(found)]))
}

// A copy of the settings in a temporary tree: violations inside the repository would fail its own lint.
beforeAll(() => {
  for (const name of ['biome.json', 'tools/lint/lint-time.grit']) cpSync(join(ROOT, name), join(folder, name))
  for (const [path, from] of [...FORBIDDEN, ...ALLOWED]) {
    write(path, `import { something } from '${from}'\n\nexport const used: unknown = something\n`)
  }
  for (const [index, call] of CALLS.entries()) {
    for (const kind of ['', '.test']) write(callFile(index, kind), `export const value: unknown = ${call}\n`)
  }
  for (const [path, text] of Object.entries(CYCLES)) write(path, text)
  complaints = lint()
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each(FORBIDDEN)('%s may not import %s', path => {
  expect(complaints.get(path)).toContain('noRestrictedImports')
})

test.each(ALLOWED)('%s may import %s', path => {
  expect(complaints.get(path)).toBeUndefined()
})

test('every folder of apiserver has a layer', () => {
  const settings = readFileSync(join(ROOT, 'biome.json'), 'utf8')
  const entries = readdirSync(join(ROOT, 'packages/apiserver/src'), { withFileTypes: true })
  const folders = entries
    .filter(entry => entry.isDirectory() && entry.name !== 'test')
    .map(({ name }) => name)
  expect(folders.filter(name => !settings.includes(`"packages/apiserver/src/${name}/**"`))).toEqual([])
})

test.each(CALLS.map((call, index) => [call, index] as const))('a library may not call %s', (_, index) => {
  expect(complaints.get(callFile(index))).toMatch(/injected (Clock|Random)|noRestrictedGlobals/)
  expect(complaints.get(callFile(index, '.test'))).toBeUndefined()
})

test.each(Object.keys(CYCLES))('%s is part of an import cycle', path => {
  expect(complaints.get(path)).toContain('noImportCycles')
})
