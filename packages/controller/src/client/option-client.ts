import type { Client } from '../api/client.ts'

/** The verbs of a client. */
export type ClientVerb = keyof Client

/** The options that wrappers of a client set. */
export interface ClientVerbOptions {
  readonly signal?: AbortSignal | undefined
  readonly dryRun?: boolean | undefined
  readonly fieldManager?: string | undefined
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict' | undefined
}

/** Changes the options of each call of a client. */
export function mapOptions(
  client: Client,
  change: (verb: ClientVerb, own: ClientVerbOptions) => ClientVerbOptions,
): Client {
  const options = <T extends ClientVerbOptions>(verb: ClientVerb, own: T | undefined): T =>
    ({ ...own, ...change(verb, own ?? {}) }) as T
  return {
    get: (resource, at, own) => client.get(resource, at, options('get', own)),
    find: (resource, at, own) => client.find(resource, at, options('find', own)),
    list: (resource, own) => client.list(resource, options('list', own)),
    create: (resource, object, own) => client.create(resource, object, options('create', own)),
    replace: (resource, object, own) => client.replace(resource, object, options('replace', own)),
    patch: (resource, at, patch, own) => client.patch(resource, at, patch, options('patch', own)),
    apply: (resource, object, own) => client.apply(resource, object, options('apply', own)),
    delete: (resource, at, own) => client.delete(resource, at, options('delete', own)),
    deleteCollection: (resource, own) => client.deleteCollection(resource, options('deleteCollection', own)),
  }
}

const READS: ReadonlySet<ClientVerb> = new Set(['get', 'find', 'list'])
const DELETIONS: ReadonlySet<ClientVerb> = new Set(['delete', 'deleteCollection'])

/** Whether a verb writes. */
export const isWrite = (verb: ClientVerb): boolean => !READS.has(verb)

/** Whether a verb sends an object, or a part of one. */
export const sendsFields = (verb: ClientVerb): boolean => isWrite(verb) && !DELETIONS.has(verb)
