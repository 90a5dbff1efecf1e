// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { problem } from '../../src/domain/problem'
import { useCommandForm, type Submitted } from '../../src/ui/form-kit'
import { JourneyFrame, type JourneyFrameStep } from '../../src/ui/journey'
import { show } from './screen'

afterEach(cleanup)

interface State {
  readonly name: string
  readonly short: boolean
}

const onFinish = vi.fn()
const onCancel = vi.fn()

function Screen({
  steps,
  short = false,
}: {
  readonly steps: (set: (next: State) => void) => readonly JourneyFrameStep<State>[]
  readonly short?: boolean
}) {
  const [state, setState] = useState<State>({ name: '', short })
  return (
    <JourneyFrame
      title="Admit patient"
      steps={steps(setState)}
      state={state}
      onFinish={onFinish}
      onCancel={onCancel}
    />
  )
}

const plain = (
  id: string,
  more: Partial<JourneyFrameStep<State>> = {},
): JourneyFrameStep<State> => ({
  id,
  title: `Title ${id}`,
  render: () => <p>Body {id}</p>,
  ...more,
})
const button = (name: string) => screen.getByRole('button', { name })
const three = () => [
  plain('a'),
  plain('b', { optional: () => true }),
  plain('c', { nextLabel: 'Admit' }),
]

it('P156 P157 a journey has a title, and a stepper when more than one step is visible', () => {
  show(<Screen steps={three} />)
  expect(screen.getByRole('heading', { level: 1, name: 'Admit patient' })).toBeTruthy()
  expect(screen.getByRole('navigation', { name: 'Steps' })).toBeTruthy()
  cleanup()
  show(<Screen steps={() => [plain('a'), plain('b', { hidden: () => true })]} />)
  expect(screen.queryByRole('navigation', { name: 'Steps' })).toBeNull()
})

it('P158 P160 P165 P166 Continue goes on, Back returns, the last step has its own label', async () => {
  const user = userEvent.setup()
  onFinish.mockClear()
  show(<Screen steps={three} />)
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
  await user.click(button('Continue'))
  expect(screen.getByText('Body b')).toBeTruthy()
  await user.click(button('Back'))
  expect(screen.getByText('Body a')).toBeTruthy()
  await user.click(button('Continue'))
  await user.click(button('Continue'))
  await user.click(button('Admit'))
  expect(onFinish).toHaveBeenCalledTimes(1)
})

it('P159 P163 only an optional step offers Skip, and Skip goes on', async () => {
  const user = userEvent.setup()
  show(<Screen steps={three} />)
  expect(screen.queryByRole('button', { name: 'Skip' })).toBeNull()
  await user.click(button('Continue'))
  await user.click(button('Skip'))
  expect(screen.getByText('Body c')).toBeTruthy()
})

it('P161 P165 a step skipped by the state is passed by, forward and back', async () => {
  const user = userEvent.setup()
  show(
    <Screen
      short
      steps={() => [plain('a'), plain('b', { skipped: (state) => state.short }), plain('c')]}
    />,
  )
  await user.click(button('Continue'))
  expect(screen.getByText('Body c')).toBeTruthy()
  await user.click(button('Back'))
  expect(screen.getByText('Body a')).toBeTruthy()
})

it('P162 a hidden step is entered but not listed', async () => {
  const user = userEvent.setup()
  show(<Screen steps={() => [plain('a'), plain('b', { hidden: () => true }), plain('c')]} />)
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  await user.click(button('Continue'))
  expect(screen.getByText('Body b')).toBeTruthy()
})

it('P164 a blocked step does not let on until the state allows it', async () => {
  const user = userEvent.setup()
  show(
    <Screen
      steps={(set) => [
        plain('a', {
          blocked: (state) => state.name === '',
          render: (state) => (
            <input
              aria-label="Name"
              value={state.name}
              onChange={(event) => set({ ...state, name: event.currentTarget.value })}
            />
          ),
        }),
        plain('b'),
      ]}
    />,
  )
  await user.type(screen.getByLabelText('Name'), '{Enter}')
  expect(screen.queryByText('Body b')).toBeNull()
  expect(button('Continue').hasAttribute('disabled')).toBe(true)
  await user.type(screen.getByLabelText('Name'), 'Ann')
  await user.click(button('Continue'))
  expect(screen.getByText('Body b')).toBeTruthy()
})

it('P154 P167 cancelling asks first; no keeps everything, yes cancels', async () => {
  const user = userEvent.setup()
  onCancel.mockClear()
  show(<Screen steps={three} />)
  await user.click(button('Cancel'))
  expect(screen.getByRole('alertdialog', { name: 'Are you sure you want to cancel?' })).toBeTruthy()
  await user.click(button('No, go back'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(onCancel).not.toHaveBeenCalled()
  await user.click(button('Cancel'))
  await user.click(button('Yes, cancel'))
  expect(onCancel).toHaveBeenCalledTimes(1)
})

it('P155 a step marked close-without-warning cancels without asking', async () => {
  const user = userEvent.setup()
  onCancel.mockClear()
  show(<Screen steps={() => [plain('a', { closeWithoutWarning: true })]} />)
  await user.click(button('Cancel'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(onCancel).toHaveBeenCalledTimes(1)
})

const create = vi.fn(async (_input: unknown): Promise<Submitted<string>> => ({
  kind: 'done',
  value: 'p-1',
}))
const onPosition = vi.fn()

/** Creates a patient in its first step; from then on Back is closed and cancelling says so. */
function Creating({ resumed = false }: { readonly resumed?: boolean }) {
  const [patientId, setPatientId] = useState<string | null>(null)
  const form = useCommandForm<{ readonly name: string }, unknown, string>({
    command: { run: create },
    fields: [{ kind: 'text', name: 'name', label: 'Name', required: true }],
    before: { name: '' },
    onDone: setPatientId,
  })
  return (
    <JourneyFrame<{ readonly patientId: string | null }>
      title="Admit patient"
      state={{ patientId }}
      steps={[
        { id: 'patient', title: 'Patient', form, failed: 'The patient was not added' },
        { id: 'never', title: 'Never', skipped: (state) => state.patientId !== null },
        { id: 'ward', title: 'Ward', mayGoBack: (state) => state.patientId === null },
      ]}
      banner={<p>Cedar Ward</p>}
      cancelWords={(state) =>
        state.patientId === null
          ? {}
          : {
              title: 'Cancel admitting?',
              text: 'The patient stays registered.',
              confirmLabel: 'Cancel',
            }
      }
      keptPosition={resumed ? { at: 'ward', trail: ['patient'], phase: 'open' } : null}
      onPosition={onPosition}
      onFinish={onFinish}
      onCancel={onCancel}
    />
  )
}
const at = (title: string) => screen.queryByRole('heading', { level: 2, name: title })

it('a step with a form goes on once it was saved, judged by what was saved; faults and failures stay', async () => {
  const user = userEvent.setup()
  show(<Creating />)
  expect(screen.getByText('Cedar Ward')).toBeTruthy()
  await user.click(button('Continue'))
  expect(at('Patient')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  create.mockResolvedValueOnce({ kind: 'refused', problem: problem('server', 'The server failed') })
  await user.type(screen.getByLabelText('Name'), 'Ada')
  await user.click(button('Continue'))
  expect((await screen.findByRole('alert')).textContent).toContain('The patient was not added')
  expect(at('Patient')).toBeTruthy()
  await user.click(button('Continue'))
  await waitFor(() => expect(at('Ward')).toBeTruthy())
  expect(onPosition).toHaveBeenLastCalledWith({ at: 'ward', trail: ['patient'], phase: 'open' })
})

it('after a lost answer it goes on when it is known that it was saved, and not before', async () => {
  const user = userEvent.setup()
  create.mockResolvedValueOnce({
    kind: 'refused',
    problem: problem('timeout', 'Request timed out'),
    unknown: { id: 'key-1', capturedAt: 1 },
  })
  show(<Creating />)
  await user.type(screen.getByLabelText('Name'), 'Ada')
  await user.click(button('Continue'))
  await user.click(await screen.findByRole('button', { name: 'Check now' }))
  await waitFor(() => expect(at('Ward')).toBeTruthy())
})

it('Back is closed and cancelling asks in other words once something was created', async () => {
  const user = userEvent.setup()
  onCancel.mockClear()
  show(<Creating />)
  await user.click(button('Cancel'))
  expect(screen.getByRole('alertdialog', { name: 'Are you sure you want to cancel?' })).toBeTruthy()
  await user.click(button('No, go back'))
  await user.type(screen.getByLabelText('Name'), 'Ada')
  await user.click(button('Continue'))
  await waitFor(() => expect(at('Ward')).toBeTruthy())
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
  await user.click(button('Cancel'))
  const asked = screen.getByRole('alertdialog', { name: 'Cancel admitting?' })
  expect(asked.textContent).toContain('The patient stays registered.')
  await user.click(button('No, go back'))
  expect(onCancel).not.toHaveBeenCalled()
})

it('is taken up where it was left', async () => {
  const user = userEvent.setup()
  show(<Creating resumed />)
  expect(at('Ward')).toBeTruthy()
  await user.click(button('Back'))
  expect(at('Patient')).toBeTruthy()
})
