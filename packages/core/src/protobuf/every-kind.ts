// What reads and writes all built-in kinds, for the fake apiserver: one module, which is loaded when it is needed.

import { ProtocolError } from '../api/errors.ts'
import { COMMON_MESSAGES } from './data/common-messages.ts'
import { OTHER_GROUP_MESSAGES } from './data/other-group-messages.ts'
import { UNLISTED_MESSAGES } from './data/unlisted-messages.ts'
import { setMalformed } from './malformed.ts'
import { MessageTable } from './message-table.ts'

export { enveloped, listParts, MessageWriter, watchFrame } from './message-writer.ts'
export { readObject } from './read-object.ts'

setMalformed(message => new ProtocolError(message))

/** The table of all built-in kinds. */
export const table: MessageTable = new MessageTable(COMMON_MESSAGES)
table.add(OTHER_GROUP_MESSAGES)
table.add(UNLISTED_MESSAGES)
