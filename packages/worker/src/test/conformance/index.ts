import { describeClient } from './client.ts'
import { describeEnsuring } from './ensuring.ts'
import { describeHydrating } from './hydrating.ts'
import type { Open } from './opened.ts'
import { describeQueries } from './queries.ts'
import { describeRelated } from './related.ts'
import { describeRights } from './rights.ts'
import { describeSigningOut } from './signing-out.ts'
import { describeSlices } from './slices.ts'
import { describeSnapshots } from './snapshots.ts'
import { describeTerminating } from './terminating.ts'
import { describeTokens } from './tokens.ts'
import { describeWindows } from './windows.ts'
import { describeWrites } from './writes.ts'

export type { Open, Opened } from './opened.ts'
export { becomes, reaches } from './settled.ts'

/** The tests that every connection must pass, for any transport. */
export function describeConnection(name: string, open: Open): void {
  describeSlices(name, open)
  describeEnsuring(name, open)
  describeClient(name, open)
  describeQueries(name, open)
  describeRelated(name, open)
  describeWindows(name, open)
  describeSnapshots(name, open)
  describeHydrating(name, open)
  describeWrites(name, open)
  describeTerminating(name, open)
  describeRights(name, open)
  describeSigningOut(name, open)
  describeTokens(name, open)
}
