import { ProtocolError } from '../api/errors.ts'
import type { MessageTable } from './message-table.ts'

let loading: Promise<MessageTable> | undefined

/** Loads the table of all built-in kinds, once. */
export function loadTable(): Promise<MessageTable> {
  loading ??= load()
  return loading
}

async function load(): Promise<MessageTable> {
  const [{ MessageTable }, { setMalformed }, { MESSAGES }, { OTHER_MESSAGES }] = await Promise.all([
    import('./message-table.ts'),
    import('./malformed.ts'),
    import('./data/messages.ts'),
    import('./data/other-messages.ts'),
  ])
  setMalformed(message => new ProtocolError(message))
  return new MessageTable(`${MESSAGES}\n${OTHER_MESSAGES}`)
}
