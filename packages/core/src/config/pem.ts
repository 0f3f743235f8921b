import { decodeBase64 } from '../base64/base64.ts'
import type { ConfigHost } from './config-host.ts'
import type { Fields } from './fields.ts'
import { pathOf, readText } from './files.ts'

/** Text that starts with `-----BEGIN`. */
export type Pem = string

/** A client certificate and its key. */
export interface KeyPair {
  readonly certificate: Pem
  readonly key: Pem
}

/** Reads `name`-data, which is Base64, or else the file at the path `name`. */
export async function readPem(fields: Fields, name: string, host: ConfigHost): Promise<Pem | undefined> {
  const data = fields.text(`${name}-data`)
  if (data === undefined) {
    const path = pathOf(fields, name, host, `${name}-data`)
    return path && readText(path, host, `${fields.where}: ${name}`)
  }
  const bytes = decodeBase64(data)
  if (!bytes) throw fields.error(`${name}-data must be base64`)
  return new TextDecoder().decode(bytes)
}
