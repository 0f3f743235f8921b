import { hostInformers } from '../host/index.ts'
import { informers } from './informers.ts'
import { fetchFromPage } from './page-server.ts'

/** Runs as any kind of worker. It uses the page's apiserver, and a database with its own name. */
hostInformers(informers, { fetch: fetchFromPage(self.name), persistence: { name: self.name } })
