export { type RelaySocketOptions, relaySocket, type WatchOpener } from './relay-socket.ts'
