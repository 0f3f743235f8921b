import type { Start } from '../runner/bench-case.ts'

/** Serves the Pods of a setup in JSON. */
export const servePods: Start = async setup => (await import('./pods/server.ts')).start(setup)

/** Serves the Pods of a setup in JSON, and in protobuf if client-go is available. */
export const servePodsInBothEncodings: Start = async setup =>
  (await import('./client-go/server.ts')).start(setup)

/** Serves the pages that `setup.scripts` names, and an apiserver of Pods beside them. */
export const servePages: Start = async setup => (await import('./chromium/server.ts')).start(setup)

/** Serves the console, and bare pages beside it. */
export const serveConsole: Start = async setup => (await import('./console/server.ts')).start(setup)

/** Serves Pods from a fake apiserver, and from a relay of it. */
export const serveRelayOfPods: Start = async setup =>
  (await import('./relay/relay-of-pods.ts')).startRelayOfPods(setup)
