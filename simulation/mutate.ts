/** Preloaded by `run-mutants.ts`: puts the mutant that `KUBE_INFORMER_MUTANT` names into the code as it is loaded. */
import { registerHooks } from 'node:module'
import { MUTANTS } from './mutants.ts'

const mutant = MUTANTS.find(({ name }) => name === process.env.KUBE_INFORMER_MUTANT)
if (!mutant) throw new Error(`no mutant is called ${process.env.KUBE_INFORMER_MUTANT}`)

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith(`/packages/${mutant.file}`)) return loaded
    const parts = String(loaded.source).split(mutant.find)
    if (parts.length !== 2)
      throw new Error(`${mutant.file} has ${parts.length - 1} places for: ${mutant.find}`)
    return { ...loaded, source: parts.join(mutant.replace) }
  },
})
