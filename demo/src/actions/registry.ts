import type { Kind } from '../kinds/kind.ts'
import type { Action } from './action.ts'
import { copyCommand, copyYaml } from './copy.ts'
import { cordon, uncordon } from './cordon.ts'
import { remove } from './delete.ts'
import { drain } from './drain.ts'
import { editAnnotation, editLabel } from './edit-metadata.ts'
import { pauseRollout, resumeRollout } from './pause.ts'
import { restart } from './restart.ts'
import { rollback } from './rollback.ts'
import { scale } from './scale.ts'
import { resume, suspend } from './suspend.ts'
import { trigger } from './trigger.ts'

/** Every action, in the order of menus: those of some kinds first. */
const ACTIONS: readonly Action[] = [
  scale,
  restart,
  rollback,
  pauseRollout,
  resumeRollout,
  trigger,
  suspend,
  resume,
  cordon,
  uncordon,
  drain,
  editLabel,
  editAnnotation,
  copyYaml,
  copyCommand,
  remove,
]

/**
 * What can be done to objects of a kind, in the order of menus.
 *
 * @example
 * for (const action of actionsFor(kind)) console.log(action.id, action.label([object]))
 */
export const actionsFor = (kind: Kind): readonly Action[] => ACTIONS.filter(action => action.appliesTo(kind))
