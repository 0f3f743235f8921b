import type { Use } from './uses.ts'

/** A use that requires nothing, although the code does not show that. */
export interface Exception {
  readonly feature: string
  /** The source, from the root of the repository. */
  readonly file: string
  readonly reason: string
}

/** Where the rule of `guards.ts` cannot see that the code does without a feature. */
const EXCEPTIONS: readonly Exception[] = [
  {
    feature: 'api.WebSocket',
    file: 'packages/core/src/client/watches/websocket-watch.ts',
    reason: 'Only watches over WebSockets use it. In Node 20 the option `WebSocket` takes the class of `ws`.',
  },
  {
    feature: 'api.WebSocket',
    file: 'packages/relay/src/client/relay-socket.ts',
    reason: 'Only relay sockets use it. In Node 20 the option `WebSocket` takes the class of `ws`.',
  },
  {
    feature: 'api.Request.body',
    file: 'packages/apiserver/src/http/read-bytes.ts',
    reason:
      'Firefox has none, which looks like a request without a body: the function then reads all bytes at once.',
  },
  {
    feature: 'api.Request.body',
    file: 'packages/relay/src/http/forwarder.ts',
    reason: 'Relays run on servers. Only Firefox has none.',
  },
  {
    feature: 'api.Navigator.onLine',
    file: 'packages/worker/src/page/document-lifecycle.ts',
    reason: 'Only pages have a document, whose window has a navigator with `onLine`.',
  },
  {
    feature: 'api.indexedDB',
    file: 'packages/worker/src/persistence/database-files.ts',
    reason: 'A default that may be undefined: nothing is stored then.',
  },
  {
    feature: 'javascript.builtins.Symbol.asyncDispose',
    file: 'packages/react/src/testing/render-with-informers.ts',
    reason: 'Only `await using` calls the method. Without the symbol its key is the text `undefined`.',
  },
]

/** The uses without those that are excepted. */
export const withoutExceptions = (
  uses: readonly Use[],
  exceptions: readonly Exception[] = EXCEPTIONS,
): readonly Use[] => uses.filter(use => !exceptions.some(each => covers(each, use)))

/** The exceptions that no use needs any more. */
export const staleExceptions = (
  uses: readonly Use[],
  exceptions: readonly Exception[] = EXCEPTIONS,
): readonly Exception[] => exceptions.filter(each => !uses.some(use => covers(each, use)))

const covers = ({ feature, file }: Exception, use: Use): boolean =>
  use.file.endsWith(`/${file}`) && (use.feature === feature || use.feature.startsWith(`${feature}.`))
