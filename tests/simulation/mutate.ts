/** Preloaded by `run-mutants.ts`: applies the mutant named by `KUBE_INFORMER_MUTANT` to its file when it is loaded. */
import { registerHooks } from 'node:module'
import { MUTANTS } from './mutants.ts'

const mutant = MUTANTS.find(({ name }) => name === process.env.KUBE_INFORMER_MUTANT)
if (!mutant) throw new Error(`unknown mutant ${process.env.KUBE_INFORMER_MUTANT}`)

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith(`/packages/${mutant.file}`)) return loaded
    const parts = String(loaded.source).split(mutant.find)
    if (parts.length !== 2)
      throw new Error(
        `${mutant.file} contains this text ${parts.length - 1} times, expected once: ${mutant.find}`,
      )
    return { ...loaded, source: parts.join(mutant.replace) }
  },
})
