import type { FuzzTarget } from './check.ts'
import { jsonList, jsonWatch } from './json.ts'
import { pageMessages } from './page-messages.ts'
import { protobufList, protobufObject, protobufWatch } from './protobuf.ts'
import { relayFrames, watchFrames } from './web-socket.ts'

export const TARGETS: readonly FuzzTarget[] = [
  jsonList,
  jsonWatch,
  protobufObject,
  protobufList,
  protobufWatch,
  watchFrames,
  relayFrames,
  pageMessages,
]
