import { generate } from 'selfsigned'

/** A certificate and its key, both PEM. */
export interface Certified {
  readonly cert: string
  readonly key: string
}

/** A private certificate authority. */
export interface Authority {
  /** Its certificate, PEM. */
  readonly cert: string
  /** Signs a certificate for 127.0.0.1, and for the name `kubernetes.test`. */
  signServer(): Promise<Certified>
  /** Signs a certificate for a user in the group `system:masters`. */
  signClient(user: string): Promise<Certified>
}

/** A private certificate authority and the certificates that it signed. */
export interface Certificates {
  readonly authority: string
  /** For 127.0.0.1, and for the name `kubernetes.test`. */
  readonly server: Certified
  /** For the user `admin` in the group `system:masters`. */
  readonly client: Certified
  /** For the user `admin-renewed`. */
  readonly renewed: Certified
}

type Extensions = NonNullable<NonNullable<Parameters<typeof generate>[1]>['extensions']>

const EC = { keyType: 'ec', algorithm: 'sha256' } as const

/** Creates certificates without an external tool. */
export async function createCertificates(): Promise<Certificates> {
  const { cert: authority, signServer, signClient } = await createAuthority()
  const server = await signServer()
  const client = await signClient('admin')
  const renewed = await signClient('admin-renewed')
  return { authority, server, client, renewed }
}

/** Creates an authority without an external tool. */
export async function createAuthority(): Promise<Authority> {
  const root = await generate([{ name: 'commonName', value: 'kube-informer test authority' }], {
    ...EC,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  const ca = { cert: root.cert, key: root.private }
  const sign = async (subject: Readonly<Record<string, string>>, extensions: Extensions) => {
    const names = Object.entries(subject).map(([name, value]) => ({ name, value }))
    const { cert, private: key } = await generate(names, {
      ...EC,
      ca,
      extensions: [
        { name: 'basicConstraints', cA: false, critical: true },
        { name: 'keyUsage', digitalSignature: true, critical: true },
        ...extensions,
      ],
    })
    return { cert, key }
  }
  return {
    cert: root.cert,
    signServer: () =>
      sign({ commonName: 'kube-apiserver' }, [
        { name: 'extKeyUsage', serverAuth: true },
        {
          name: 'subjectAltName',
          altNames: [
            { type: 7, ip: '127.0.0.1' },
            { type: 2, value: 'kubernetes.test' },
          ],
        },
      ]),
    signClient: user =>
      sign({ commonName: user, organizationName: 'system:masters' }, [
        { name: 'extKeyUsage', clientAuth: true },
      ]),
  }
}
