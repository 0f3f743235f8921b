import { isNotAcceptable } from '../api/errors.ts'
import { apiVersionOf, type ResourceDefinition, resourceName } from '../api/resource.ts'
import { loadParsers } from '../protobuf/load-parsers.ts'
import type { ProtobufModule } from '../protobuf/load-protobuf.ts'
import { PROTOBUF, readJson } from './answer.ts'
import type { DecoderOptions } from './item-decoder.ts'
import type { Transport } from './transport.ts'

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
  readonly wanted: DecoderOptions
  readonly metadataOnly?: boolean | undefined
  /** Whether they are the initial list of a cache: such rows stay together, and may share memory. */
  readonly isInitialList?: boolean | undefined
  /** @default the client's */
  readonly encoding?: Encoding | undefined
}

/** An answer whose body is not read yet. */
interface Answer {
  /** Undefined if only its first byte shows it. */
  readonly isProtobuf?: boolean | undefined
  readonly stream: ReadableStream<Uint8Array>
}

/** The stable versions of the groups of Kubernetes. Custom resources in such groups are answered in JSON. */
const BUILT_IN = /^((apps|autoscaling|batch|policy|[\w.-]+\.k8s\.io)\/)?v\d+$/

/** Chooses the encodings of one client's requests for rows, and remembers what its server cannot do. */
export class Encodings {
  readonly #transport: Transport
  readonly #encoding: Encoding
  /** The encodings and types of objects that were not answered as protobuf that can be read. */
  readonly #inJson = new Set<string>()

  constructor(transport: Transport, encoding: Encoding = 'auto') {
    this.#transport = transport
    this.#encoding = encoding
  }

  /**
   * Sends a request in the best encoding, and again in JSON if the answer cannot be read.
   *
   * @param send with what the request should accept instead of JSON, if anything
   * @returns with `protobuf` if the answer must be read with it
   */
  async request<T extends Answer>(
    rows: RowForm | undefined,
    verb: 'list' | 'watch',
    signal: AbortSignal | undefined,
    send: (offer?: string) => Promise<T>,
  ): Promise<readonly [answer: T, protobuf?: ProtobufModule]> {
    const encoding = rows?.encoding ?? this.#encoding
    if (!rows || encoding === 'json' || !mayBeProtobuf(rows)) return [await send()]
    const type = typeName(rows, encoding)
    if (this.#inJson.has(type)) return [await send()]
    // Beside the request.
    const reading = this.#load(rows, encoding, signal)
    const answer = await send(offerOf(rows, verb)).catch(error => {
      if (!isNotAcceptable(error)) throw error
      this.#inJson.add(type)
    })
    if (answer?.isProtobuf === false) return [answer]
    const protobuf = answer && (await reading)
    if (protobuf) return [answer, protobuf]
    answer?.stream.cancel().catch(() => {})
    return [await send()]
  }

  /** What reads protobuf, if it knows all fields of the rows. JSON needs no module and no version. */
  async #load(
    rows: RowForm,
    encoding: Encoding,
    signal: AbortSignal | undefined,
  ): Promise<ProtobufModule | undefined> {
    const getVersion = async (path: string) =>
      readJson(await this.#transport.request(path, { signal, what: GET_VERSION }), GET_VERSION)
    try {
      const protobuf = await loadParsers()
      const isKnown = await protobuf.knows(rows.shape, this, encoding === 'auto' ? getVersion : undefined)
      if (isKnown) return protobuf
      this.#inJson.add(typeName(rows, encoding))
    } catch {}
    return undefined
  }
}

const GET_VERSION = 'get the version'

const typeName = ({ resource, metadataOnly }: RowForm, encoding: Encoding): string =>
  `${encoding} ${metadataOnly} ${resourceName(resource)}`

const mayBeProtobuf = ({ shape, metadataOnly }: RowForm): boolean =>
  metadataOnly === true || BUILT_IN.test(apiVersionOf(shape))

/** At most 128 bytes: a browser may send them to another origin without asking it first. */
const offerOf = ({ metadataOnly }: RowForm, verb: 'list' | 'watch'): string =>
  metadataOnly
    ? `${PROTOBUF};as=PartialObjectMetadata${verb === 'list' ? 'List' : ''};g=meta.k8s.io;v=v1`
    : `${PROTOBUF}, application/json`
