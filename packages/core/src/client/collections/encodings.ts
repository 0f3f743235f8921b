import { isNotAcceptable } from '../../api/errors.ts'
import { apiVersionOf, type ResourceDefinition, resourceName } from '../../api/resource.ts'
import type { DecoderOptions } from '../../json/wanted-paths.ts'
import { loadParsers } from '../../protobuf/load-parsers.ts'
import type { ProtobufModule } from '../../protobuf/load-protobuf.ts'
import { type Offer, PROTOBUF, readJson } from '../transport/answer.ts'
import { isOfKind } from '../transport/answer-kind.ts'
import type { Transport } from '../transport/transport.ts'
import { METADATA_ACCEPT } from './metadata-accept.ts'

/**
 * The encoding in which rows are requested. `'auto'` is Kubernetes protobuf where the server has it and all of its fields are
 * known: for kinds of Kubernetes, and for metadata only of every resource, of a server whose `/version` is not newer than
 * this library. Everything else is JSON. `'protobuf'` does not ask for the version: fields that are newer than the library
 * are lost.
 */
export type Encoding = 'auto' | 'json' | 'protobuf'

/** The rows that a request is for. */
export interface RowForm {
  readonly resource: ResourceDefinition
  /** The definition of the objects in them: of the resource, or its metadata. */
  readonly shape: ResourceDefinition
  readonly wanted: DecoderOptions & {
    readonly metadataOnly?: boolean | undefined
    /** @default the client's */
    readonly encoding?: Encoding | undefined
  }
}

type Body = ReadableStream<Uint8Array>

/** The stable versions of groups that are named as those of Kubernetes, such as `rbac.authorization.k8s.io`. */
const BUILT_IN = /^((apps|autoscaling|batch|policy|[a-z]+(\.a[a-z]+)?\.k8s\.io)\/)?v\d+$/

/** Chooses the encodings of one client's requests for rows, and remembers what its server cannot do. */
export class Encodings {
  readonly #transport: Transport
  readonly #encoding: Encoding
  /** The encodings and types of objects that were not answered as protobuf that can be read. */
  readonly #inJson = new Set<string>()
  /** Whether what reads protobuf could not be loaded, or the version not be fetched. */
  #hasFailed = false

  constructor(transport: Transport, encoding: Encoding = 'auto') {
    this.#transport = transport
    this.#encoding = encoding
  }

  /**
   * Sends a request in the best encoding, and again in JSON if the answer might be protobuf that cannot be read.
   *
   * @param send with what the request should accept instead of JSON, if anything
   * @returns the body, what reads it if it is protobuf, and whether a body that begins so is
   */
  async request(
    rows: RowForm | undefined,
    verb: 'list' | 'watch',
    signal: AbortSignal | undefined,
    send: (offer?: Offer) => Promise<Body>,
  ): Promise<readonly [body: Body, protobuf?: ProtobufModule | undefined, isInProtobuf?: IsInProtobuf]> {
    const encoding = rows?.wanted.encoding ?? this.#encoding
    if (!rows || encoding === 'json' || !mayBeProtobuf(rows)) return [await send()]
    const type = `${encoding} ${rows.wanted.metadataOnly} ${resourceName(rows.resource)}`
    if (this.#inJson.has(type)) return [await send()]
    const read = () => this.#tryToLoad(rows, encoding, signal)
    // Beside the request. While the server fails, only once it has answered: each failed list would request the version, too.
    const reading = this.#hasFailed ? undefined : read()
    const offer: Offer = { accept: acceptOf(rows, verb) }
    const body = await send(offer).catch(error => {
      if (!isNotAcceptable(error)) throw error
    })
    if (body && offer.isJson) return [body]
    const protobuf = body ? await (reading ?? read()) : null
    if (body && protobuf) return [body, protobuf, offer.isJson === false ? () => true : isInProtobuf]
    body?.cancel().catch(() => {})
    // A later request offers protobuf again if only a part of this library, or the version, was not fetched.
    if (protobuf === null) this.#inJson.add(type)
    return [await send()]
  }

  /** As {@link #load}; undefined if that fails. */
  async #tryToLoad(
    rows: RowForm,
    encoding: Encoding,
    signal: AbortSignal | undefined,
  ): Promise<ProtobufModule | null | undefined> {
    try {
      return await this.#load(rows, encoding, signal)
    } catch {
      this.#hasFailed ||= signal?.aborted !== true
      return undefined
    }
  }

  /** What reads protobuf; null if it does not know all fields of the rows. */
  async #load(
    { shape }: RowForm,
    encoding: Encoding,
    signal: AbortSignal | undefined,
  ): Promise<ProtobufModule | null> {
    const getVersion = async (path: string) =>
      readJson(await this.#transport.request(path, { signal, what: GET_VERSION }), GET_VERSION, isOfKind())
    const protobuf = await loadParsers()
    return (await protobuf.knows(shape, this, encoding === 'auto' ? getVersion : undefined)) ? protobuf : null
  }
}

const GET_VERSION = 'get the version'

const mayBeProtobuf = ({ shape, wanted }: RowForm): boolean | undefined =>
  wanted.metadataOnly || BUILT_IN.test(apiVersionOf(shape))

/** At most 128 bytes: a browser may send them to another origin without asking it first. */
const acceptOf = ({ wanted }: RowForm, verb: 'list' | 'watch'): string =>
  wanted.metadataOnly ? METADATA_ACCEPT[verb].replace(JSON_TYPE, PROTOBUF) : `${PROTOBUF}, ${JSON_TYPE}`

const JSON_TYPE = 'application/json'

/** Whether a body that begins with these bytes is protobuf. */
type IsInProtobuf = (first: Uint8Array) => boolean

/**
 * Of a body without a content type: a list begins with `k8s`, and a frame of a watch with the high byte of its length. JSON
 * begins with a bracket or white space.
 */
const isInProtobuf: IsInProtobuf = ([first = 9]) => first === 0x6b || first < 9
