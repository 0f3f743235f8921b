export { type ServeRelayOptions, type ServingRelay, serveRelay } from './serve-relay.ts'
