import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { createUser, roles } from '../../data/user'
import { assignStaffToWard, wards, type Ward } from '../../data/ward'
import { may } from '../../domain/access/may'
import { useAnswer, useCommand, useSession } from '../../engine/react'
import { usersTexts } from '../../texts/users'
import { usePrincipal } from '../../ui/access'
import { useEdition, useTexts } from '../../ui/edition'
import { Await, Banner, type Asked } from '../../ui/feedback'
import { useCommandForm } from '../../ui/form-kit'
import { JourneyFrame, type JourneyFrameStep } from '../../ui/journey'
import { Page } from '../../ui/layout'
import { paths } from '../../ui/paths'
import { noWards, WardsStep } from './WardsStep'

/** What the journey has collected. */
interface Adding {
  /** Made by the first step (O288). */
  readonly user: { readonly id: string; readonly email: string } | null
  /** Ids of wards, or `noWards` alone. */
  readonly chosen: readonly string[]
  readonly assigned: readonly string[]
  /** Names of wards that could not be assigned. */
  readonly failed: readonly string[]
}
const nothing: Adding = { user: null, chosen: [], assigned: [], failed: [] }

const namesOf = (known: readonly Ward[], ids: readonly string[]): string =>
  known
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join(', ')

/** The first step's form. @param onMade told who was made */
const useUserForm = (onMade: (made: Adding['user']) => void) => {
  const t = usersTexts(useEdition()).add
  const known = useAnswer(roles, undefined)
  const form = useCommandForm({
    command: useCommand(createUser),
    fields: [
      {
        kind: 'email',
        name: 'email',
        label: t.email,
        placeholder: t.emailPlaceholder,
        required: true,
        missing: t.emailRequired,
        wrong: t.emailInvalid,
        autoFocus: true,
      },
      {
        kind: 'select',
        name: 'role',
        label: t.role,
        hint: t.roleHint,
        required: true,
        missing: t.roleRequired,
        options: (known.value ?? [])
          .filter(({ isSystemRole }) => !isSystemRole)
          .map(({ name, description, mayGive }) => ({
            value: name,
            label: t.roleOption(name, description),
            ...(mayGive ? {} : { disabled: true, reason: t.roleHoldsMore }),
          })),
      },
      {
        kind: 'text',
        name: 'jobRole',
        label: t.jobRole,
        placeholder: t.jobRolePlaceholder,
        hint: t.jobRoleHint,
        maxLength: 100,
      },
    ],
    before: { email: '', role: '', jobRole: '' },
    toInput: (read) => ({ ...read, portalUrl: window.location.origin }),
    paths: { 'user.email': 'email' },
    onDone: onMade,
  })
  return { form, known }
}

/** Assigns somebody to wards, one after the other; what fails is told by name and can be tried again. */
const useAssign = (
  state: Adding,
  known: readonly Ward[],
  change: (part: Partial<Adding>) => void,
) => {
  const { run, blocked } = useCommand(assignStaffToWard)
  const [busy, setBusy] = useState(false)
  const { user } = state
  const assign = async (): Promise<boolean> => {
    if (user === null) return false
    const left = state.chosen.filter((id) => id !== noWards && !state.assigned.includes(id))
    const done: string[] = []
    setBusy(true)
    for (const wardId of left)
      if ((await run({ wardId, userId: user.id })).kind === 'done') done.push(wardId)
    setBusy(false)
    const failed = left.filter((id) => !done.includes(id))
    change({
      assigned: [...state.assigned, ...done],
      failed: known.filter(({ id }) => failed.includes(id)).map(({ name }) => name),
    })
    return failed.length === 0
  }
  return { assign, busy, blocked }
}

/** @param answer the wards; null: nobody is assigned to any here */
function AddUser({ answer }: { readonly answer: Asked<readonly Ward[]> | null }) {
  const edition = useEdition()
  const t = usersTexts(edition).add
  const { blocked: reasons } = useTexts().ui
  const navigate = useNavigate()
  const { me } = useSession()
  const [state, setState] = useState(nothing)
  const change = (part: Partial<Adding>) => setState((before) => ({ ...before, ...part }))
  const { form, known: knownRoles } = useUserForm((user) => change({ user }))
  const known = answer?.value ?? []
  const { assign, busy, blocked } = useAssign(state, known, change)
  const leave = () => void navigate(paths.settings('users'))
  const steps: readonly JourneyFrameStep<Adding>[] = [
    {
      id: 'user',
      title: t.steps.user,
      nextLabel: t.next,
      form,
      failed: t.failed,
      render: () => (
        <>
          <p>{t.intro}</p>
          <Await of={knownRoles} failed={t.rolesFailed} skeleton={<></>}>
            {() => null}
          </Await>
        </>
      ),
    },
    {
      id: 'wards',
      title: t.steps.wards,
      nextLabel: t.wardsNext,
      skipped: () => answer === null,
      hidden: () => answer === null,
      mayGoBack: () => false,
      blocked: ({ chosen }) =>
        blocked !== null || answer?.value == null || (known.length > 0 && chosen.length === 0),
      render: ({ chosen, assigned }) => (
        <>
          {answer !== null && (
            <WardsStep
              answer={answer}
              chosen={chosen}
              assigned={assigned}
              onChange={(next) => change({ chosen: next, failed: [] })}
            />
          )}
          {blocked !== null && <p>{reasons[blocked]}</p>}
        </>
      ),
    },
    {
      id: 'success',
      title: t.steps.success,
      nextLabel: t.close,
      hidden: () => true,
      mayGoBack: () => false,
      closeWithoutWarning: true,
      render: ({ user, assigned }) => (
        <>
          <p>{t.done(user?.email ?? '')}</p>
          {answer !== null && (
            <p>{assigned.length === 0 ? t.doneNoWards : t.doneWards(namesOf(known, assigned))}</p>
          )}
        </>
      ),
    },
  ]
  return (
    <Page>
      <JourneyFrame
        title={t.title(me?.actingOrganization.name ?? '')}
        steps={steps}
        state={state}
        busy={busy}
        onFinish={leave}
        onCancel={leave}
        onContinue={(id) => (id === 'wards' ? assign() : true)}
        cancelWords={({ user }) => ({
          title: t.cancelTitle,
          text: user === null ? t.cancelBefore : t.cancelAfter,
        })}
        banner={
          state.failed.length > 0 && (
            <Banner kind="danger">{t.assignFailed(state.failed.join(', '))}</Banner>
          )
        }
      />
    </Page>
  )
}

function AddUserToWards() {
  return <AddUser answer={useAnswer(wards, undefined)} />
}

/** /settings/users/add: makes a user, then assigns them to wards (O160 to O182). */
export function AddUserScreen() {
  const principal = usePrincipal()
  const assigns =
    principal !== null && may(principal, 'ward.view') && may(principal, 'ward.assign-staff')
  return assigns ? <AddUserToWards /> : <AddUser answer={null} />
}
