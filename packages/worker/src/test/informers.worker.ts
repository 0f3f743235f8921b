import { hostInformers } from '../host/index.ts'
import { informers } from './informers.ts'
import { fetchFromPage } from './page-server.ts'

/** Serves as any kind of worker; its apiserver is the page's, and its database is named like itself. */
hostInformers(informers, { fetch: fetchFromPage(self.name), persistence: { name: self.name } })
