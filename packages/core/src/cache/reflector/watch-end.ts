/**
 * Why a watch ended:
 *
 * - `closed`: the server ended the stream
 * - `closed-early`: the stream ended within a second, without an event
 * - `lost-early`: the connection was lost within a second, before an event was delivered
 * - `idle`: no data arrived for the idle timeout, after at least one event
 * - `idle-from-start`: no data arrived for the idle timeout, and no event before
 * - `reconnect`: `Reflector.reconnect` replaced it
 * - `aborted`: the caller's signal
 */
export type WatchEnd =
  | 'closed'
  | 'closed-early'
  | 'lost-early'
  | 'idle'
  | 'idle-from-start'
  | 'reconnect'
  | 'aborted'
