import type { Mutant } from '../../../../tools/mutants/mutate.ts'

/** A deliberate fault in what the hooks do, and the tests that must find it. */
export interface ReactMutant extends Mutant {
  /** Paths relative to `packages/react/src`. At least one of their tests must fail. */
  readonly tests: readonly string[]
}

/** `useSyncExternalStore` without what makes it safe in concurrent renders. */
const NAIVE_STORE =
  '((subscribe: any, getState: any) => { const [, again] = useState(0); useEffect(() => subscribe(() => again(n => n + 1)), [subscribe]); return getState() })('

/** `npm run mutants -- --suite react` expects the tests to find each of these faults. */
export const MUTANTS: readonly ReactMutant[] = [
  // Subscriptions
  {
    name: 'a subscription that never ends',
    file: 'react/src/observer-store.ts',
    find: 'if (--subscribers === 0) stop()',
    replace: '--subscribers',
    tests: ['slice-store.test.ts'],
  },
  {
    name: 'an unsubscribe function that counts twice',
    file: 'react/src/observer-store.ts',
    find: 'if (!active) return',
    replace: '',
    tests: ['slice-store.test.ts'],
  },
  {
    name: 'a change before the subscription that is lost',
    file: 'react/src/observer-store.ts',
    find: 'stop = observed().subscribe(update)',
    replace: 'stop = observed().subscribe(update); seen = observed().getState()',
    tests: ['slice-store.test.ts'],
  },
  {
    name: 'a listener of the status that stays',
    file: 'react/src/context/provider.tsx',
    find: 'connection.subscribeStatus(listener)',
    replace: '{ connection.subscribeStatus(listener); return () => {} }',
    tests: ['mounting.browser.test.tsx'],
  },
  {
    name: 'a disabled hook that keeps its traffic',
    file: 'react/src/use-observed.ts',
    find: 'isEnabled && store ? store.subscribe',
    replace: 'store ? store.subscribe',
    tests: ['disabling.browser.test.tsx'],
  },
  {
    name: 'a disabled hook that keeps its rows after a sign-out',
    file: 'react/src/use-observed.ts',
    find: "!isEnabled && connection.status.state === 'signedOut'",
    replace: 'false',
    tests: ['disabling.browser.test.tsx'],
  },
  // Renders
  {
    name: 'a torn read',
    file: 'react/src/use-observed.ts',
    find: 'const result = useSyncExternalStore(',
    replace: `const result = ${NAIVE_STORE}`,
    tests: ['tearing.browser.test.tsx'],
  },
  {
    name: 'a lost key',
    file: 'react/src/use-observed.ts',
    find: '[connection, hydrated, key]',
    replace: '[connection, hydrated]',
    tests: ['results.browser.test.tsx'],
  },
  {
    name: 'a lost connection',
    file: 'react/src/use-observed.ts',
    find: '[connection, hydrated, key]',
    replace: '[hydrated, key]',
    tests: ['connection-option.browser.test.tsx'],
  },
  {
    name: 'a lost option in the key of a tree',
    file: 'react/src/use-related.ts',
    find: '[at, depth, resources, events, limit]',
    replace: '[at, resources, events, limit]',
    tests: ['related.browser.test.tsx'],
  },
  {
    name: 'a stale closure of select',
    file: 'react/src/projection.ts',
    find: 'shape, select, isEnabled, placeholderData, previous]',
    replace: 'shape, isEnabled, placeholderData, previous]',
    tests: ['results.browser.test.tsx'],
  },
  {
    name: 'a result of select for an older row',
    file: 'react/src/selection.ts',
    find: 'cached?.row !== row || cached.by !== select',
    replace: 'cached?.by !== select',
    tests: ['selection.test.ts'],
  },
  {
    name: 'an equality that misses removed members',
    file: 'react/src/equal.ts',
    find: 'keys.length === Object.keys(b).length &&',
    replace: '',
    tests: ['selection.test.ts'],
  },
  {
    name: 'a result that is compared by its data only',
    file: 'react/src/projection.ts',
    find: '!equalItems(Object.values(result), Object.values(fresh))',
    replace: 'result.data !== fresh.data',
    tests: ['results.browser.test.tsx'],
  },
  // Placeholders and held rows
  {
    name: 'a placeholder of another connection',
    file: 'react/src/use-observed.ts',
    find: 'last.current?.connection === connection ? last.current.result : undefined',
    replace: 'last.current?.result',
    tests: ['results.browser.test.tsx'],
  },
  {
    name: 'a placeholder of a render that React has discarded',
    file: 'react/src/use-observed.ts',
    find: 'useEffect(() => {',
    replace: ';((run: () => void, _: unknown) => run())(() => {',
    tests: ['concurrent.browser.test.tsx'],
  },
  {
    name: 'a placeholder that outlives a denial',
    file: 'react/src/use-observed.ts',
    find: 'else if (result.isError) last.current = undefined',
    replace: '',
    tests: ['results.browser.test.tsx'],
  },
  {
    name: 'rows that leave while they are hidden',
    file: 'react/src/observer-store.ts',
    find: 'shown && restarts(state, shown) ? withStatus(shown, state) : state',
    replace: 'state',
    tests: ['slice-store.test.ts'],
  },
  {
    name: 'rows that stay after a denial',
    file: 'react/src/observer-store.ts',
    find: '!status.error &&',
    replace: '',
    tests: ['slice-store.test.ts'],
  },
  // Suspense and errors
  {
    name: 'a lease that is not released',
    file: 'react/src/suspense.ts',
    find: '{ timeoutMs: LEASE_MS, ignore }',
    replace: '{ ignore }',
    tests: ['leases.browser.test.tsx'],
  },
  {
    name: 'an error that is thrown although there are data',
    file: 'react/src/throw-on-error.ts',
    find: "status.data === 'none' &&",
    replace: '',
    tests: ['results.browser.test.tsx'],
  },
  {
    name: 'an error that is thrown again while the server is asked',
    file: 'react/src/informer-error-boundary.tsx',
    find: 'retriedErrors.add(caught.error)',
    replace: 'undefined',
    tests: ['leases.browser.test.tsx'],
  },
  // Mutations
  {
    name: 'a mutation with a stale closure',
    file: 'react/src/mutations/use-mutation.ts',
    find: 'latest.current = start',
    replace: '',
    tests: ['mutations/hooks.browser.test.tsx'],
  },
  {
    name: 'a mutation with the closure of a render that is not committed',
    file: 'react/src/mutations/use-mutation.ts',
    find: 'useInsertionEffect(() => {',
    replace: ';((run: () => void) => run())(() => {',
    tests: ['concurrent.browser.test.tsx'],
  },
  {
    name: 'an earlier mutation that is shown after the last one',
    file: 'react/src/mutations/mutation-store.ts',
    find: 'if (last === own) set(',
    replace: 'set(',
    tests: ['mutations/mutation-store.test.ts'],
  },
  {
    name: 'a mutation that is shown after a reset',
    file: 'react/src/mutations/mutation-store.ts',
    find: 'last = undefined',
    replace: '',
    tests: ['mutations/mutation-store.test.ts'],
  },
  {
    name: 'a mutation that ends with its component',
    file: 'react/src/mutations/use-mutation.ts',
    find: 'latest.current = start',
    replace:
      'latest.current = start; return () => { latest.current = () => { throw new Error("unmounted") } }',
    tests: ['mutations/hooks.browser.test.tsx'],
  },
  // Server rendering
  {
    name: 'a hydration that starts with the rows of the page',
    file: 'react/src/use-observed.ts',
    find: 'suspends && !hydrated ? store',
    replace: 'true ? store',
    tests: ['mounting.browser.test.tsx'],
  },
  {
    name: 'rows of a server that are shown twice',
    file: 'worker/src/page/slices.ts',
    find: 'if (hydrated && !used.has(hydrated))',
    replace: 'if (hydrated)',
    tests: ['../../worker/src/page/hydrated-slices.test.ts'],
  },
  {
    name: 'rows of a server with other definitions',
    file: 'react/src/hydration/parse-dehydrated.ts',
    find: 'state.definitions === definitions',
    replace: 'true',
    tests: ['hydration/parse-dehydrated.test.ts'],
  },
  {
    name: 'a read on a server that is not aborted',
    file: 'react/src/server/dehydrate-informers.ts',
    find: '{ signal: stop.signal }',
    replace: '{}',
    tests: ['server/dehydrate-informers.test.tsx'],
  },
  // TanStack Query
  {
    name: 'a query that follows its slice after it was removed',
    file: 'react/src/query/live-query.ts',
    find: "if (event.type === 'removed') live?.stop()",
    replace: "if (event.type === 'removed') return",
    tests: ['query/query.browser.test.tsx'],
  },
  {
    name: 'a first fetch that is not aborted',
    file: 'react/src/query/live-query.ts',
    find: 'this.#end.abort()',
    replace: '',
    tests: ['query/query.browser.test.tsx'],
  },
  {
    name: 'a check for each query that is invalidated',
    file: 'react/src/query/live-query.ts',
    find: 'if (checking.has(connection)) return',
    replace: '',
    tests: ['query/query.browser.test.tsx'],
  },
]
