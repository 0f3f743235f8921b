import { SUBJECTS } from '../corpus/subjects.ts'
import type { Sequence, Step } from '../step.ts'
import { DELETES } from './deletes.ts'
import { Dice } from './dice.ts'
import {
  createBroken,
  createOfType,
  createTwice,
  createWithin,
  finalize,
  patchScale,
  patchStatus,
  readScale,
  replaceScale,
  replaceStatus,
  smuggleStatus,
} from './others.ts'
import {
  apply,
  applyBad,
  jsonPatch,
  jsonPatchBad,
  mergePatch,
  patchBadType,
  patchBroken,
  patchVersioned,
  strategicPatch,
} from './patches.ts'
import { get, list, listBadly, listEverywhere, listOn, watchBadly, watchesOf, wrongPath } from './reads.ts'
import {
  create,
  createBad,
  createElsewhere,
  createGenerated,
  createNameless,
  createStep,
  replaceOther,
  replaceStale,
  replaceStored,
  replaceWhole,
  type StepMaker,
  someObject,
} from './steps.ts'
import { collectionOf, pathOf, type Subject } from './subject.ts'

type Weighted = readonly (readonly [weight: number, maker: StepMaker])[]

const MAKERS: Weighted = [
  [10, create],
  [5, createBad],
  [1.5, createGenerated],
  [0.7, createNameless],
  [0.7, createElsewhere],
  [1, createBroken],
  [1, createOfType],
  [1, createTwice],
  [6, replaceStored],
  [2, replaceStale],
  [1.5, replaceOther],
  [2.5, replaceWhole],
  [7, mergePatch],
  [5, strategicPatch],
  [6, jsonPatch],
  [1.5, jsonPatchBad],
  [1, patchVersioned],
  [1, patchBadType],
  [1.5, patchBroken],
  [12, apply],
  [2, applyBad],
  ...DELETES,
  [6, get],
  [8, list],
  [3, listOn],
  [3, listBadly],
  [0.3, watchBadly],
  [1.5, wrongPath],
]

const STATUS: Weighted = [
  [4, patchStatus],
  [3, replaceStatus],
  [2, smuggleStatus],
]

const NAMESPACE: Weighted = [
  [6, finalize],
  [5, createWithin],
]

const SCALE: Weighted = [
  [2, readScale],
  [3, patchScale],
  [2, replaceScale],
]

/** Steps of one sequence, without its watches. */
export const SEQUENCE_LENGTH = 40

/** Generates the sequence for a seed and an index, reproducibly. */
export function generateSequence(seed: number, index: number, length: number = SEQUENCE_LENGTH): Sequence {
  const dice = new Dice(seed, index)
  const subjects = chooseSubjects(dice)
  const steps: Step[] = subjects.map(subject => firstStep(dice, subject))
  while (steps.length < length) {
    const subject = dice.pick(subjects)
    steps.push(dice.weighted(makersFor(subject))(dice, subject))
  }
  return {
    seed,
    index,
    steps,
    watches: subjects.flatMap(subject => watchesOf(dice, subject)),
    leavings: subjects.flatMap(leavingsOf),
  }
}

/** Chooses at most two kinds of one group, so that requests use each object often. */
function chooseSubjects(dice: Dice): readonly Subject[] {
  const group = dice.weighted(SUBJECTS.map(({ weight, subjects }) => [weight, subjects] as const))
  const first = dice.pick(group)
  const second = dice.pick(group)
  return first === second ? [first] : [first, second]
}

function firstStep(dice: Dice, subject: Subject): Step {
  return createStep(subject, 'create', 'a', { json: someObject(dice, subject, 'a') }, [])
}

function makersFor(subject: Subject): Weighted {
  const { plural, namespaced, statusFields, hasScale } = subject
  // Generated names of limit ranges differ between the servers, and so does their order.
  const makers = MAKERS.filter(([, maker]) => maker !== createNameless || plural !== 'limitranges')
  return [
    ...makers,
    ...(statusFields ? STATUS.filter(([, maker]) => maker !== replaceStatus || plural !== 'services') : []),
    ...(hasScale ? SCALE : []),
    ...(plural === 'namespaces' ? NAMESPACE : []),
    ...(namespaced ? ([[1, listEverywhere]] as const) : []),
  ]
}

function leavingsOf(subject: Subject): readonly string[] {
  if (subject.namespaced) return [collectionOf(subject)]
  const paths = ['a', 'b', 'c', 'd', 'e'].map(name => pathOf(subject, name))
  return subject.plural === 'namespaces' ? [...paths.map(path => `${path}/configmaps`), ...paths] : paths
}
