// Measures the minified and gzipped size of each import. Fails when a budget is exceeded, or when a page bundle
// contains code of the worker. Bundles the sources, so no build is needed.
// npm run size -- --modules also lists the largest modules.
import { relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build, type Metafile } from 'esbuild'
import { ROOT } from './packages/packages.ts'

interface Budget {
  readonly name: string
  readonly code: string
  /** What the page contains anyway: only what `code` adds to it is counted. */
  readonly beyond?: string
  /** A module that `code` loads on demand: it is measured, with what it imports, and not `code`. */
  readonly onDemand?: string
  /** The maximum number of bytes, minified and gzipped. */
  readonly gzip: number
  /** Imports that the application provides. */
  readonly external?: readonly string[]
  /** Source folders that the bundle must not contain. */
  readonly without?: readonly string[]
}

/** Folders of the worker's side, and of servers. */
const WORKER_SIDE = [
  'packages/core/src/cache/',
  'packages/core/src/client/',
  'packages/core/src/node/',
  'packages/core/src/pattern/',
  'packages/core/src/proxy/',
  'packages/worker/src/host/',
  'packages/worker/src/persistence/',
]

/** The application's React. */
const REACT = ['react', 'react-dom', 'react/jsx-runtime']

/** What every page with a worker contains. */
const PAGE_SIDE = `export { connectInformers, defineInformers } from '@kube-informer/worker'`

const BUDGETS: readonly Budget[] = [
  {
    name: 'core: one informer',
    // Includes `reconnect()` and snapshots (size limits, rejection, external storage), which every informer uses, and
    // `forgetToken()`: the token of a user who has left is used no longer. 1.7 kB keep credentials out of errors, refuse
    // redirects to other origins, and bound what a server can make a client read.
    // 0.03 kB: a list that is denied or complete in one part is not counted. 0.1 kB: lists, bookmarks and rows may have another
    // form, which `createTableListWatch` brings along where it is used. 0.1 kB: a connection that is lost differs from one that ends.
    // 0.6 kB choose the encoding of rows, send what cannot be read as protobuf again, and load what reads it. 40 bytes: informers read
    // collections apart from the verbs of a client.
    code: `export { SharedIndexInformer, createListWatch, createKubeClient } from '@kube-informer/core'`,
    // 0.4 kB: a watch that Firefox does not answer before its first event counts as open; yields in WebKit, by messages.
    // 0.4 kB: requests that ignore their signal are abandoned, the first 410 at a resourceVersion is no error, and failed lists
    // request no version.
    // 0.75 kB check what answers a request before it is believed.
    // 0.6 kB read events that are not on a line each.
    // 0.1 kB: the rows of protobuf are given what they share, so that their chunk does not import the file of a worker.
    // 0.7 kB tell answers of a gateway from those of the server, keep a browser's cache away, and check hand-written lists.
    // 0.6 kB find the credentials in the body of a request, which errors must not quote.
    // 0.1 kB: a path must stay below the base URL.
    gzip: 38_115,
    without: ['packages/core/src/config/', 'packages/core/src/discovery/', 'packages/core/src/resources/'],
  },
  {
    name: 'core: rows of protobuf, loaded on demand',
    code: `export { createListWatch, createKubeClient } from '@kube-informer/core'`,
    onDemand: 'packages/core/src/protobuf/rows/index.ts',
    // 5 kB are the numbers and names of the members of kinds of the core group and apps; 10 kB read and make rows. It
    // imports nothing that a page contains: both would share a chunk, which the page would load at once.
    gzip: 15_000,
    without: ['packages/core/src/api/errors.ts', 'packages/core/src/client/', 'packages/core/src/json/'],
  },
  {
    name: 'core: rows of protobuf of other groups',
    code: `export { createListWatch, createKubeClient } from '@kube-informer/core'`,
    onDemand: 'packages/core/src/protobuf/data/other-group-messages.ts',
    gzip: 4_500,
  },
  {
    name: "worker: the page's side",
    code: PAGE_SIDE,
    // 6 kB show slices and make calls. The rest moves a page from one host to the next: transports to shared workers
    // and elected tabs (3 kB), the watchdog, take-over without flicker, signing out in every tab. 0.4 kB encrypt tokens on
    // the channels between tabs; `connection.access` takes 0.4 kB: stores that are asked again while they are in use. The
    // client's `watch` and `request` take 0.5 kB: streams that the page reads from the host part by part.
    // 0.6 kB are `mutate` and `waitFor`: the function form reads and writes again after a conflict.
    // 0.7 kB are `observeRelated`: trees that the page puts together from nodes.
    // 0.17 kB show and send what a server has rendered, and request `snapshot`.
    // 0.4 kB are `ensure`, the promise of a slice's data that Suspense waits for, and what tells a slice of an offline page.
    // 0.07 kB: slices of Tables have columns, and objects of their own.
    // 0.02 kB: a slice of one object does not search thousands of others for its first rows.
    // 0.5 kB are `discovery` and `schema`: a store whose groups keep their references, also when the host is replaced.
    // 0.08 kB: a host that cannot store keys is left, and one that has ended gets the time to be unregistered.
    // 0.3 kB: bodies of rows are text or bytes, which a codec reads that is loaded where they are received.
    // 0.1 kB: the rows of protobuf are given what they share, so that their chunk does not import the file of a worker.
    // 0.11 kB: a channel that copies JSON text is refused, with the reason.
    // 0.27 kB are `permittedNamespaces`, which follows the host as `discovery` does.
    // 0.3 kB write subscriptions in one way, so that those that say the same share a stream.
    gzip: 15_971,
    without: WORKER_SIDE,
  },
  {
    name: 'react: every hook, zustand in, react out',
    code: `export * from '@kube-informer/react'`,
    // A bundle contains only the hooks that it imports: with `useLister` alone it has 2.3 kB. 0.7 kB are the mutation hooks,
    // 0.5 kB the hooks that suspend and their error boundary, 0.2 kB `useRelated`, 0.2 kB `useDiscovery`, 0.19 kB
    // `usePermittedNamespaces`. 0.1 kB: hooks accept queries. 0.4 kB are `queries`, which a page that does not use it lacks.
    gzip: 6_069,
    external: REACT,
    without: WORKER_SIDE,
  },
  {
    name: "react: what every hook adds to the page's side of worker",
    // Less than alone: the hooks need a connection, and share its errors and initial states.
    code: `${PAGE_SIDE}
           export * from '@kube-informer/react'`,
    beyond: PAGE_SIDE,
    // 0.08 kB: hooks accept queries. 0.1 kB are `queries`.
    gzip: 4_762,
    external: REACT,
    without: WORKER_SIDE,
  },
  {
    name: 'react: hydration, for pages that a server has rendered',
    // A page that hydrates has the page's side of worker, whose canonical form of a subscription it uses.
    code: `${PAGE_SIDE}
           export * from '@kube-informer/react/hydration'`,
    beyond: PAGE_SIDE,
    // Half of it checks what the page received. 0.1 kB find what was rendered of a subscription, so that pages without
    // server rendering do not have that code.
    gzip: 900,
    external: REACT,
    without: WORKER_SIDE,
  },
  {
    name: 'controller: a manager with one controller',
    code: `import { createManager, predicates } from '@kube-informer/controller'
export { createManager }
export const predicate = predicates.generationChanged
           export { createKubeClient } from '@kube-informer/core'`,
    // 31 kB are the client and informers of core. Work queues, sources and controllers take 9 kB, the cache and the client
    // that sees its own writes 8 kB, the manager 4 kB, leader election 4 kB, events 2 kB.
    // 0.37 kB: quiet watches in Firefox, and yields in WebKit.
    // 0.4 kB: requests that ignore their signal are abandoned.
    // 0.6 kB: credentials in bodies.
    gzip: 67_191,
    without: ['packages/core/src/config/', 'packages/core/src/discovery/', 'packages/cacher/'],
  },
  {
    name: 'controller: leader election alone',
    code: `export { LeaderElector, LeaseLock } from '@kube-informer/controller/leader-election'
           export { createKubeClient } from '@kube-informer/core'`,
    // 14 kB are the client, whose lists and watches it does not use.
    // 0.23 kB: the same, in its client.
    // 0.6 kB: credentials in bodies.
    gzip: 24_225,
    without: [
      'packages/core/src/cache/',
      'packages/core/src/workqueue/',
      'packages/controller/src/client/',
      'packages/controller/src/controller/',
      'packages/controller/src/manager/',
    ],
  },
  {
    name: 'controller: the whole entry for webhooks',
    code: `export * from '@kube-informer/controller/webhook'`,
    // 6 kB are shared: bodies, deadlines, JSON patches, integers beyond 2^53. Conversions take 3 kB, `admission` 1 kB.
    // 0.05 kB: yields in WebKit.
    // 0.14 kB bound the bytes of all bodies that are being received.
    gzip: 12_440,
    without: [
      'packages/core/src/cache/',
      'packages/core/src/client/',
      'packages/cacher/',
      'packages/core/src/metrics/',
      'packages/core/src/workqueue/',
      'packages/controller/src/client/',
      'packages/controller/src/controller/',
      'packages/controller/src/manager/',
      'packages/controller/src/metrics/',
      'packages/controller/src/node/',
    ],
  },
  {
    name: 'page: worker and react together',
    code: `${PAGE_SIDE}
           export { InformerProvider, createInformerHooks } from '@kube-informer/react'`,
    // 0.08 kB of the page of worker.
    // Like the page's side of worker, it has rows of bytes, and one way to write a subscription.
    gzip: 20_236,
    external: REACT,
    without: WORKER_SIDE,
  },
]

interface Measured {
  readonly minified: number
  readonly gzip: number
  /** Minified bytes of each module, the largest first. */
  readonly inputs: readonly (readonly [path: string, bytes: number])[]
}

async function measure(budget: Budget): Promise<Measured> {
  const { beyond } = budget
  const whole = await bundle(budget)
  if (beyond === undefined) return whole
  const { minified, gzip } = await bundle({ ...budget, code: beyond })
  return { ...whole, minified: whole.minified - minified, gzip: whole.gzip - gzip }
}

async function bundle({ code, onDemand, external = [] }: Budget): Promise<Measured> {
  const options = {
    // As JavaScript, so that a missing export is an error. In TypeScript, esbuild would drop it as a type.
    stdin: { contents: code, resolveDir: ROOT, loader: 'js' },
    absWorkingDir: ROOT,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    platform: 'browser',
    conditions: ['@kube-informer/source'],
    external: [...external],
    define: { 'process.env.NODE_ENV': '"production"' },
    // What is loaded on demand is a chunk of its own, and does not count.
    splitting: true,
    outdir: 'size',
    write: false,
    metafile: true,
  } satisfies BuildOptions
  const { outputFiles, metafile } = await build(options)
  const loaded = loadedAtOnce(metafile, onDemand)
  const bytes = Buffer.concat(
    outputFiles.filter(({ path }) => loaded.has(relative(ROOT, path))).map(({ contents }) => contents),
  )
  // Inputs also lists modules that tree shaking removed; outputs has the bytes in the bundle.
  const parts = [...loaded].flatMap(path => Object.entries(metafile.outputs[path]?.inputs ?? {}))
  const inputs = parts
    .map(([path, { bytesInOutput }]) => [path, bytesInOutput] as const)
    .filter(([, bytes]) => bytes > 0)
    .toSorted(([, a], [, b]) => b - a)
  return { minified: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, inputs }
}

/** The paths of an entry and of the chunks that it imports, without those that are loaded on demand. */
function loadedAtOnce({ outputs }: Metafile, entryPoint = '<stdin>'): ReadonlySet<string> {
  const entry = Object.keys(outputs).find(path => outputs[path]?.entryPoint === entryPoint)
  const loaded = new Set(entry === undefined ? [] : [entry])
  for (const path of loaded) {
    for (const { path: chunk, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement' && chunk in outputs) loaded.add(chunk)
  }
  return loaded
}

/** Descriptions of a bundle's violations. */
function complaints({ gzip, without = [] }: Budget, measured: Measured): string[] {
  const strangers = measured.inputs.filter(([path]) => without.some(folder => path.startsWith(folder)))
  const excess = measured.gzip - gzip
  return [
    ...(excess > 0 ? [`${excess} bytes over its budget of ${gzip}`] : []),
    ...strangers.map(([path]) => `must not contain ${path}`),
  ]
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(2)} kB`.padStart(10)
}

const INDENT = ' '.repeat(35)
let failed = false
console.log(`${'minified'.padStart(10)}${'gzip'.padStart(11)}${'budget'.padStart(11)}  import`)
for (const budget of BUDGETS) {
  const measured = await measure(budget)
  const { minified, gzip } = measured
  console.log(`${kilobytes(minified)} ${kilobytes(gzip)} ${kilobytes(budget.gzip)}  ${budget.name}`)
  const wrong = complaints(budget, measured)
  for (const complaint of wrong) console.log(`${INDENT}FAILED: ${complaint}`)
  if (budget.without && wrong.length === 0) {
    console.log(`${INDENT}${measured.inputs.length} modules, and none of ${budget.without.join(', ')}`)
  }
  if (process.argv.includes('--modules')) {
    for (const [path, bytes] of measured.inputs.slice(0, 15))
      console.log(`${kilobytes(bytes)}${' '.repeat(25)}${path}`)
  }
  failed ||= wrong.length > 0
}
process.exitCode = failed ? 1 : 0
