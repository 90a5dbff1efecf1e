/** The multi-step journey (P154 to P167) as one pure machine over what it collects (`State`). */
export interface JourneyStep<State> {
  readonly id: string
  /** Never entered: forward and back pass it by (P161, P165). */
  readonly skipped?: (state: State) => boolean
  /** Entered, but not listed in the progress stepper (P162). */
  readonly hidden?: (state: State) => boolean
  /** May be left with Skip, unfinished (P163). */
  readonly optional?: (state: State) => boolean
  /** Continue does nothing while this holds (P164). */
  readonly blocked?: (state: State) => boolean
  /** Back leads nowhere while this does not hold, e.g. once something was created. */
  readonly mayGoBack?: (state: State) => boolean
  /** Cancelling here does not ask (P155). */
  readonly closeWithoutWarning?: boolean
}

export interface Journey<State> {
  readonly steps: readonly JourneyStep<State>[]
}

export interface Position {
  /** The step shown. */
  readonly at: string
  /** Steps entered before this one, oldest first: where Back leads. */
  readonly trail: readonly string[]
  /** `asking`: the cancel question is open. */
  readonly phase: 'open' | 'asking' | 'cancelled' | 'finished'
}

export type JourneyEvent =
  | 'continue'
  | 'skip'
  | 'back'
  | 'cancel'
  /** Answers to 'Are you sure you want to cancel?'. */
  | 'confirm-cancel'
  | 'keep-going'

const holds = <State>(condition: ((state: State) => boolean) | undefined, state: State): boolean =>
  condition?.(state) ?? false

const stepOf = <State>(journey: Journey<State>, id: string): JourneyStep<State> => {
  const step = journey.steps.find((candidate) => candidate.id === id)
  if (step === undefined) throw new RangeError(`The journey has no step ${id}`)
  return step
}

const firstFrom = <State>(
  journey: Journey<State>,
  index: number,
  state: State,
): JourneyStep<State> | undefined =>
  journey.steps.slice(index).find((step) => !holds(step.skipped, state))

/** The first position. Throws a RangeError when every step is skipped. */
export const beginJourney = <State>(journey: Journey<State>, state: State): Position => {
  const first = firstFrom(journey, 0, state)
  if (first === undefined) throw new RangeError('A journey needs a step that is not skipped')
  return { at: first.id, trail: [], phase: 'open' }
}

/** A kept position if it still exists, else the beginning. Lost steps leave the trail. */
export const resumeJourney = <State>(
  journey: Journey<State>,
  kept: Position | null,
  state: State,
): Position => {
  const isStep = (id: string): boolean =>
    journey.steps.some((step) => step.id === id && !holds(step.skipped, state))
  if (kept === null || !isStep(kept.at)) return beginJourney(journey, state)
  return { at: kept.at, trail: kept.trail.filter(isStep), phase: 'open' }
}

const forward = <State>(journey: Journey<State>, position: Position, state: State): Position => {
  const index = journey.steps.findIndex((step) => step.id === position.at)
  const next = firstFrom(journey, index + 1, state)
  if (next === undefined) return { ...position, phase: 'finished' }
  return { at: next.id, trail: [...position.trail, position.at], phase: 'open' }
}

/** Where Back leads: the last step entered that the state does not skip by now. */
const previous = <State>(journey: Journey<State>, position: Position, state: State): number =>
  position.trail.findLastIndex((id) => !holds(stepOf(journey, id).skipped, state))

const maySeeBefore = <State>(step: JourneyStep<State>, state: State): boolean =>
  step.mayGoBack?.(state) ?? true

const back = <State>(journey: Journey<State>, position: Position, state: State): Position => {
  if (!maySeeBefore(stepOf(journey, position.at), state)) return position
  const index = previous(journey, position, state)
  const at = position.trail[index]
  return at === undefined ? position : { at, trail: position.trail.slice(0, index), phase: 'open' }
}

/** The one transition of every journey. An event that is not possible here changes nothing. */
export const moveJourney = <State>(
  journey: Journey<State>,
  position: Position,
  event: JourneyEvent,
  state: State,
): Position => {
  const step = stepOf(journey, position.at)
  if (position.phase === 'asking') {
    if (event === 'confirm-cancel') return { ...position, phase: 'cancelled' }
    return event === 'keep-going' ? { ...position, phase: 'open' } : position
  }
  if (position.phase !== 'open') return position
  switch (event) {
    case 'continue':
      return holds(step.blocked, state) ? position : forward(journey, position, state)
    case 'skip':
      return holds(step.optional, state) ? forward(journey, position, state) : position
    case 'back':
      return back(journey, position, state)
    case 'cancel':
      return { ...position, phase: step.closeWithoutWarning === true ? 'cancelled' : 'asking' }
    case 'confirm-cancel':
    case 'keep-going':
      return position
  }
}

export type StepStanding = 'done' | 'current' | 'ahead' | 'passed-by'

export interface JourneyView {
  readonly at: string
  readonly visible: readonly { readonly id: string; readonly standing: StepStanding }[]
  /** The stepper shows only when more than one step is visible (P157). */
  readonly showsStepper: boolean
  readonly mayGoBack: boolean
  readonly maySkip: boolean
  readonly mayContinue: boolean
  readonly isLast: boolean
}

/** What a journey's frame shows of a position. */
export const viewJourney = <State>(
  journey: Journey<State>,
  position: Position,
  state: State,
): JourneyView => {
  const step = stepOf(journey, position.at)
  const place = journey.steps.indexOf(step)
  const standing = (listed: JourneyStep<State>): StepStanding => {
    if (listed === step) return 'current'
    if (position.trail.includes(listed.id)) return 'done'
    return holds(listed.skipped, state) || journey.steps.indexOf(listed) < place
      ? 'passed-by'
      : 'ahead'
  }
  const visible = journey.steps
    .filter((listed) => !holds(listed.hidden, state))
    .map((listed) => ({ id: listed.id, standing: standing(listed) }))
  return {
    at: step.id,
    visible,
    showsStepper: visible.length > 1,
    mayGoBack: maySeeBefore(step, state) && previous(journey, position, state) >= 0,
    maySkip: holds(step.optional, state),
    mayContinue: !holds(step.blocked, state),
    isLast: firstFrom(journey, place + 1, state) === undefined,
  }
}
