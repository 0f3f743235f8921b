import { hostInformers } from '../host/index.ts'
import { informers } from './informers.ts'
import { fetchFromPage } from './page-server.ts'

/** As informers.worker.ts, and encrypts what it stores. */
hostInformers(informers, { fetch: fetchFromPage(self.name), persistence: { name: self.name, encrypt: true } })
