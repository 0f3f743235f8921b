/**
 * Why a watch ended:
 *
 * - `closed`: the server ended the stream, after at least one event or soon
 * - `closed-empty`: the server ended the stream after a minute or more, without an event
 * - `closed-early`: the stream ended within a second, without an event
 * - `lost`: the connection was lost
 * - `lost-early`: the connection was lost within a second, before an event was delivered
 * - `idle`: no data arrived for the idle timeout, after at least one event
 * - `idle-from-start`: no data arrived for the idle timeout, and no event before
 * - `slept`: the idle timeout ended much too late, since the machine slept or the tab was frozen
 * - `yielded`: another watch took over the connection
 * - `reconnect`: `Reflector.reconnect` replaced it
 * - `aborted`: the caller's signal
 */
export type WatchEnd =
  | 'closed'
  | 'closed-empty'
  | 'closed-early'
  | 'lost'
  | 'lost-early'
  | 'idle'
  | 'idle-from-start'
  | 'slept'
  | 'yielded'
  | 'reconnect'
  | 'aborted'
