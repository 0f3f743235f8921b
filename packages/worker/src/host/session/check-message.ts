import { UsageError } from '@kube-informer/core'
import type { CallMessage } from '../../wire/calls.ts'
import type { HelloMessage, PageMessage } from '../../wire/protocol.ts'
import { messageSize } from './message-size.ts'

type Members = Readonly<Record<string, unknown>>
type Check = (value: unknown) => boolean
type Checks = Readonly<Record<string, Check>>
type CallType = CallMessage['type']
type VerbOf<TType extends CallType> = Extract<CallMessage, { readonly type: TType }>['verb']

/** The longest name, address or token, in characters. */
const MAX_TEXT = 65_536
/** The longest list of names, in characters. */
const MAX_LIST = 4 * 1024 * 1024

const isId: Check = Number.isSafeInteger
const isText: Check = value => typeof value === 'string' && value.length <= MAX_TEXT
const isTextIfString: Check = value => typeof value !== 'string' || isText(value)
const isList: Check = value => messageSize(value, MAX_LIST) <= MAX_LIST
const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null
const optional =
  (check: Check): Check =>
  value =>
    value === undefined || check(value)
const isResource: Check = value => isText(value) || (isObject(value) && isText(value.plural))
const isSubscription: Check = value =>
  isObject(value) &&
  optional(isText)(value.cluster) &&
  isResource(value.resource) &&
  (value.form === undefined || value.form === 'table') &&
  (optional(isText)(value.namespace) || (Array.isArray(value.namespace) && isList(value.namespace))) &&
  optional(isObject)(value.scope) &&
  optional(isObject)(value.slice)
const isRelated: Check = value => isObject(value) && isObject(value.root) && isList(value)
const isKind: Check = value =>
  isObject(value) && [value.group, value.version, value.kind].every(each => typeof each === 'string')
const isFlag: Check = value => typeof value === 'boolean'
const isMode: Check = value => value === 'omit' || value === 'same-origin' || value === 'include'

const OF_RESOURCE: Checks = { resource: isResource }

/** The members of each call, by its verb. */
const CALL_CHECKS: { readonly [TType in CallType]: Readonly<Record<VerbOf<TType>, Checks>> } = {
  clientCall: {
    get: OF_RESOURCE,
    list: OF_RESOURCE,
    create: OF_RESOURCE,
    replace: OF_RESOURCE,
    patch: OF_RESOURCE,
    apply: OF_RESOURCE,
    delete: OF_RESOURCE,
    deleteCollection: OF_RESOURCE,
  },
  streamCall: { request: {}, watch: OF_RESOURCE, read: {}, close: {} },
  hostCall: {
    access: OF_RESOURCE,
    mutate: OF_RESOURCE,
    waitFor: OF_RESOURCE,
    snapshot: { subscription: isSubscription },
    discovery: {},
    namespaces: { readable: optional(isResource) },
    schema: { kind: isKind },
  },
}

const callOf = (type: CallType): Checks => ({
  id: isId,
  verb: value => typeof value === 'string' && Object.hasOwn(CALL_CHECKS[type], value),
})

/** The members of each message. What they contain is checked where it is used. */
const CHECKS: { readonly [TType in PageMessage['type']]: Checks } = {
  hello: {
    baseUrl: isText,
    identity: optional(isText),
    lock: optional(isText),
    hasToken: isFlag,
    credentials: optional(isMode),
    fieldManager: optional(isText),
    hasNamespaces: optional(isFlag),
  } satisfies Partial<Record<keyof HelloMessage, Check>>,
  subscribe: {
    id: isId,
    subscription: isSubscription,
    shownResourceVersion: optional(isText),
    shownVersions: optional(isObject),
    hydratedRows: optional(Array.isArray),
  },
  relate: { id: isId, related: isRelated, shownVersions: optional(isObject) },
  unsubscribe: { id: isId },
  ack: {},
  clientCall: callOf('clientCall'),
  streamCall: callOf('streamCall'),
  hostCall: callOf('hostCall'),
  cancel: { id: isId },
  // The application's function may return anything; what is not text is an error of that request.
  token: { id: isId, token: isTextIfString, error: isTextIfString },
  namespaces: { id: isId, names: isList, error: isTextIfString },
  ping: {},
  wake: {},
  signOut: {},
  goodbye: {},
}

/** The type that a message claims to have, in any version of the protocol. */
export const messageType = (message: unknown): unknown => (isObject(message) ? message.type : undefined)

/** Throws a UsageError for what is not a message of this version. The error does not quote the message. */
export function checkMessage(given: unknown): PageMessage {
  const type = messageType(given)
  if (typeof type !== 'string' || !Object.hasOwn(CHECKS, type))
    throw new UsageError('the page has sent a message that is not of this protocol')
  const message = given as PageMessage
  assertMembers(message, CHECKS[message.type])
  if (isCall(message)) assertMembers(message, checksOfCall(message))
  return message
}

const isCall = (message: PageMessage): message is CallMessage => Object.hasOwn(CALL_CHECKS, message.type)

function checksOfCall({ type, verb }: CallMessage): Checks {
  const byVerb: Readonly<Record<string, Checks>> = CALL_CHECKS[type]
  return byVerb[verb] ?? {}
}

function assertMembers(message: PageMessage, checks: Checks): void {
  for (const [name, check] of Object.entries(checks))
    if (!check((message as unknown as Members)[name]))
      throw new UsageError(`the page has sent a malformed message: ${message.type} with an invalid ${name}`)
}
