import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  beginJourney,
  moveJourney,
  resumeJourney,
  viewJourney,
  type Journey,
  type JourneyEvent,
  type Position,
} from '../../src/domain/journey/journey'

interface State {
  readonly wards: boolean
  readonly filled: boolean
}
const addUser: Journey<State> = {
  steps: [
    { id: 'user', blocked: ({ filled }) => !filled },
    {
      id: 'wards',
      skipped: ({ wards }) => !wards,
      hidden: ({ wards }) => !wards,
      optional: () => true,
    },
    { id: 'success', hidden: () => true, closeWithoutWarning: true },
  ],
}
const ready: State = { wards: true, filled: true }
const run = (state: State, ...events: readonly JourneyEvent[]): Position =>
  events.reduce(
    (position, event) => moveJourney(addUser, position, event, state),
    beginJourney(addUser, state),
  )

describe('a journey', () => {
  test('P165 goes forward to the next step that is not skipped', () => {
    expect(run(ready, 'continue').at).toBe('wards')
    expect(run({ ...ready, wards: false }, 'continue').at).toBe('success')
    expect(run(ready, 'continue', 'continue', 'continue').phase).toBe('finished')
  })

  test('P166 Back returns to the steps entered before, and never past the first', () => {
    expect(run(ready, 'continue', 'continue', 'back')).toEqual({
      at: 'wards',
      trail: ['user'],
      phase: 'open',
    })
    expect(run(ready, 'continue', 'back', 'back')).toEqual({ at: 'user', trail: [], phase: 'open' })
  })

  test('Back passes by a step that the state skips by now', () => {
    const position = run(ready, 'continue', 'continue')
    expect(moveJourney(addUser, position, 'back', { ...ready, wards: false }).at).toBe('user')
  })

  test('Back is blocked by a step that says so, and only while it does', () => {
    const closed: Journey<{ readonly created: boolean }> = {
      steps: [{ id: 'patient' }, { id: 'admission', mayGoBack: ({ created }) => !created }],
    }
    const at: Position = { at: 'admission', trail: ['patient'], phase: 'open' }
    expect(viewJourney(closed, at, { created: false }).mayGoBack).toBe(true)
    expect(moveJourney(closed, at, 'back', { created: false }).at).toBe('patient')
    expect(viewJourney(closed, at, { created: true }).mayGoBack).toBe(false)
    expect(moveJourney(closed, at, 'back', { created: true })).toBe(at)
  })

  test('a kept position is taken up where the journey still has it, and else begun anew', () => {
    const kept: Position = { at: 'success', trail: ['user', 'wards', 'gone'], phase: 'asking' }
    expect(resumeJourney(addUser, kept, ready)).toEqual({
      at: 'success',
      trail: ['user', 'wards'],
      phase: 'open',
    })
    expect(resumeJourney(addUser, kept, { ...ready, wards: false }).trail).toEqual(['user'])
    const skipped: Position = { at: 'wards', trail: ['user'], phase: 'open' }
    expect(resumeJourney(addUser, skipped, { ...ready, wards: false }).at).toBe('user')
    expect(resumeJourney(addUser, { ...kept, at: 'gone' }, ready).at).toBe('user')
    expect(resumeJourney(addUser, null, ready)).toEqual(beginJourney(addUser, ready))
  })

  test('P164 a blocked step holds Continue back', () => {
    expect(run({ ...ready, filled: false }, 'continue').at).toBe('user')
    expect(
      viewJourney(addUser, run({ ...ready, filled: false }), { ...ready, filled: false })
        .mayContinue,
    ).toBe(false)
  })

  test('P163 only an optional step can be left with Skip', () => {
    expect(run(ready, 'skip').at).toBe('user')
    expect(run(ready, 'continue', 'skip').at).toBe('success')
    expect(viewJourney(addUser, run(ready, 'continue'), ready).maySkip).toBe(true)
  })

  test('P167 cancelling asks first, and can be taken back', () => {
    expect(run(ready, 'cancel').phase).toBe('asking')
    expect(run(ready, 'cancel', 'keep-going')).toEqual({ at: 'user', trail: [], phase: 'open' })
    expect(run(ready, 'cancel', 'confirm-cancel').phase).toBe('cancelled')
    expect(run(ready, 'cancel', 'continue').phase).toBe('asking')
  })

  test('P155 a step marked close-without-warning is cancelled without asking', () => {
    expect(run(ready, 'continue', 'continue', 'cancel').phase).toBe('cancelled')
  })

  test('P161 P162 steps are skipped and hidden by the state, and the stepper needs two visible ones', () => {
    const both = viewJourney(addUser, run(ready, 'continue'), ready)
    expect(both.visible).toEqual([
      { id: 'user', standing: 'done' },
      { id: 'wards', standing: 'current' },
    ])
    expect(both.showsStepper).toBe(true)
    const without = { ...ready, wards: false }
    const one = viewJourney(addUser, run(without), without)
    expect(one.visible).toEqual([{ id: 'user', standing: 'current' }])
    expect(one.showsStepper).toBe(false)
  })

  test('with every step skipped is refused', () => {
    expect(() => beginJourney({ steps: [{ id: 'a', skipped: () => true }] }, null)).toThrow(
      RangeError,
    )
  })
})

const flags = fc.record({
  skipped: fc.boolean(),
  hidden: fc.boolean(),
  optional: fc.boolean(),
  blocked: fc.boolean(),
  close: fc.boolean(),
})
const anyJourney = fc.array(flags, { minLength: 1, maxLength: 7 }).map((list) => ({
  steps: [
    { skipped: false, hidden: false, optional: false, blocked: false, close: false },
    ...list,
  ].map((step, index) => ({
    id: `s${index}`,
    skipped: () => step.skipped,
    hidden: () => step.hidden,
    optional: () => step.optional,
    blocked: () => step.blocked,
    closeWithoutWarning: step.close,
  })),
}))
const anyEvents = fc.array(
  fc.constantFrom<JourneyEvent>(
    'continue',
    'skip',
    'back',
    'cancel',
    'confirm-cancel',
    'keep-going',
  ),
  { maxLength: 30 },
)

describe('any journey', () => {
  test('is never on a skipped step, never twice on its own trail, and stays where it ended', () => {
    fc.assert(
      fc.property(anyJourney, anyEvents, (journey, events) => {
        let position = beginJourney(journey, null)
        for (const event of events) {
          const before = position
          position = moveJourney(journey, position, event, null)
          expect(journey.steps.find(({ id }) => id === position.at)?.skipped()).toBe(false)
          expect(new Set([...position.trail, position.at]).size).toBe(position.trail.length + 1)
          if (before.phase === 'finished' || before.phase === 'cancelled')
            expect(position).toEqual(before)
        }
      }),
    )
  })

  test('Back undoes Continue', () => {
    fc.assert(
      fc.property(anyJourney, anyEvents, (journey, events) => {
        const position = events.reduce(
          (at, event) => moveJourney(journey, at, event, null),
          beginJourney(journey, null),
        )
        const next = moveJourney(journey, position, 'continue', null)
        if (next.at !== position.at)
          expect(moveJourney(journey, next, 'back', null)).toEqual(position)
      }),
    )
  })

  test('what the frame offers is what the machine does', () => {
    fc.assert(
      fc.property(anyJourney, anyEvents, (journey, events) => {
        const position = events.reduce(
          (at, event) => moveJourney(journey, at, event, null),
          beginJourney(journey, null),
        )
        if (position.phase !== 'open') return
        const view = viewJourney(journey, position, null)
        expect(view.mayGoBack).toBe(moveJourney(journey, position, 'back', null) !== position)
        expect(view.mayContinue).toBe(moveJourney(journey, position, 'continue', null) !== position)
        expect(view.maySkip).toBe(moveJourney(journey, position, 'skip', null) !== position)
        if (view.mayContinue)
          expect(view.isLast).toBe(
            moveJourney(journey, position, 'continue', null).phase === 'finished',
          )
      }),
    )
  })
})
