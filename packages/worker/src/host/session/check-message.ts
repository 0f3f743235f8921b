import { UsageError } from '@kube-informer/core'
import type { CallVerb, HelloMessage, PageMessage } from '../../wire/protocol.ts'
import { messageSize } from './message-size.ts'

type Members = Readonly<Record<string, unknown>>
type Check = (value: unknown) => boolean

/** The longest name, address or token, in characters. */
const MAX_TEXT = 65_536
/** The longest list of names, in characters. */
const MAX_LIST = 4 * 1024 * 1024

const VERBS: Readonly<Record<CallVerb['verb'], true>> = {
  get: true,
  list: true,
  create: true,
  replace: true,
  patch: true,
  apply: true,
  delete: true,
  deleteCollection: true,
  request: true,
  watch: true,
  read: true,
  close: true,
  access: true,
  mutate: true,
  waitFor: true,
  snapshot: true,
  discovery: true,
  schema: true,
}

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
  isResource(value.resource) &&
  (value.form === undefined || value.form === 'table') &&
  optional(isObject)(value.scope) &&
  optional(isObject)(value.slice)
const isRelated: Check = value => isObject(value) && isObject(value.root) && isList(value)
const isKind: Check = value =>
  isObject(value) && [value.group, value.version, value.kind].every(each => typeof each === 'string')
const isVerb: Check = value =>
  isObject(value) &&
  typeof value.verb === 'string' &&
  Object.hasOwn(VERBS, value.verb) &&
  (value.verb !== 'snapshot' || isSubscription(value.subscription)) &&
  (value.verb !== 'schema' || isKind(value.kind))
const isFlag: Check = value => typeof value === 'boolean'
const isMode: Check = value => value === 'omit' || value === 'same-origin' || value === 'include'

/** The members of each message. What they contain is checked where it is used. */
const CHECKS: { readonly [TType in PageMessage['type']]: Readonly<Record<string, Check>> } = {
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
    hydratedRows: optional(Array.isArray),
  },
  relate: { id: isId, related: isRelated, shownVersions: optional(isObject) },
  unsubscribe: { id: isId },
  ack: {},
  call: { id: isId, resource: isResource, verb: isVerb },
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
export function checkMessage(message: unknown): PageMessage {
  const type = messageType(message)
  const checks =
    typeof type === 'string' && Object.hasOwn(CHECKS, type) ? CHECKS[type as PageMessage['type']] : undefined
  if (!checks) throw new UsageError('the page has sent a message that is not of this protocol')
  for (const [name, check] of Object.entries(checks))
    if (!check((message as Members)[name]))
      throw new UsageError(`the page has sent a malformed message: ${type} with an invalid ${name}`)
  return message as PageMessage
}
