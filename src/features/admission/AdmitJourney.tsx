import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { admitPatientToWard, selfCareLogin, type AdmittedPatient } from '../../data/admission'
import { formatPatientName } from '../../domain/identity'
import type { Me } from '../../domain/user/me'
import { useAnswer, useCommand } from '../../engine/react'
import { admissionTexts, type AdmissionTexts } from '../../texts/admission'
import { Facts } from '../../ui/clinical'
import { useEdition } from '../../ui/edition'
import { Await, Banner, ErrorState } from '../../ui/feedback'
import { useCommandForm, type AnyCommandForm } from '../../ui/form-kit'
import { JourneyFrame, type JourneyFrameStep } from '../../ui/journey'
import { useLeaveRecord } from '../../ui/leave-record'
import { paths } from '../../ui/paths'
import {
  isSkipped,
  mayGoBack,
  stepOrder,
  type AdmitRights,
  type AdmitState,
  type StepId,
} from './journey-state'
import { Confirmation, Matched, Passphrase, Scoring } from './parts'
import { Twins } from './Twins'
import { useContactStep } from './use-contact-step'
import type { JourneyStore } from './use-kept-journey'
import { useLoginForm, usePassphrase } from './use-login-step'
import { usePatientStep } from './use-patient-step'
import { useSearchStep } from './use-search-step'
import { flagName, useWardStep } from './use-ward-step'

/** Fields of the ward step, by the server's arguments (O313). */
const wardFields: Readonly<Record<string, string>> = {
  wardId: 'ward',
  carePathwayId: 'carePathway',
  admittedAt: 'admittedAt',
  expectedDischargeDate: 'expectedDischargeDate',
  spo2Scale2: 'scale2',
}

/** Begins the path of a flag that the server refuses. */
const flagPath = 'flags.'

/** What cancelling keeps and loses (O241, O242). */
const cancelText = (state: AdmitState, t: AdmissionTexts['cancel']): string => {
  const kept = [
    ...(state.patientCreated ? [t.kept.created] : []),
    ...(state.contactUpdated ? [t.kept.contact] : []),
    ...(state.selfCareLoginCreated === null ? [] : [t.kept.login]),
  ]
  return kept.length === 0 ? t.nothing : [...kept, t.lost].join(' ')
}

/** The admission itself: no field of its own, so that Continue sends what was confirmed. */
const useConfirmStep = (
  store: JourneyStore,
  onRefusedFields: (
    problems: readonly { readonly field: string; readonly message: string }[],
  ) => void,
): AnyCommandForm => {
  const { patient, pendingWardAdmission: admission, referralId } = store.kept.state
  const command = store.keyed('admitPatientToWard', useCommand(admitPatientToWard))
  return useCommandForm<Record<never, never>, Parameters<typeof command.run>[0], AdmittedPatient>({
    command,
    fields: [],
    before: {},
    toInput: () => ({
      patientId: patient?.id ?? null,
      registeredElsewhere:
        patient !== null && patient.id === null
          ? { nationalIdentifierValue: patient.identifier ?? '', birthDate: patient.birthDate }
          : null,
      wardId: admission?.ward.id ?? '',
      carePathwayId: admission?.carePathway.id ?? '',
      // Each as it is shown, so that what is confirmed is what is stored.
      flags: admission?.flags ?? [],
      ...(admission?.scale2 == null ? {} : { spo2Scale2: admission.scale2 }),
      expectedDischargeDate: admission?.expectedDischargeDate ?? null,
      admittedAt: admission?.admittedAt ?? null,
      referralId,
    }),
    onDone: (admitted) => {
      if (admitted !== null) store.setState({ admitted })
    },
    onRefused: ({ fields }) => {
      const named = fields.flatMap(({ path, message }) => {
        const field = path.startsWith(flagPath)
          ? flagName(path.slice(flagPath.length))
          : wardFields[path]
        return field === undefined ? [] : [{ field, message }]
      })
      if (named.length > 0) onRefusedFields(named)
      return named.length > 0
    },
  })
}

interface AdmitJourneyProps {
  readonly store: JourneyStore
  readonly me: Me
  readonly rights: AdmitRights
  readonly asksDischarge: boolean
  readonly onClose: () => void
}

/** The forms of all steps, and what they are chosen from. */
const useAdmitForms = (
  { store, me, rights, asksDischarge }: Omit<AdmitJourneyProps, 'onClose'>,
  t: AdmissionTexts,
) => {
  const { state } = store.kept
  const { patient } = state
  const scheme = me.actingOrganization.nationalIdentifierScheme
  const search = useSearchStep(store, scheme, t)
  const created = usePatientStep(store, scheme, search.values, t)
  const contact = useContactStep(store, t)
  const ward = useWardStep({
    store,
    t,
    mayAdmit: rights.mayAdmit,
    asksKit: rights.hasSelfCare && patient?.id !== null,
    asksDischarge,
  })
  const passphrase = usePassphrase()
  const login = useLoginForm(
    patient?.id ?? '',
    passphrase.password,
    t,
    (email) => store.setState({ selfCareLoginCreated: email }),
    store.form('login', { email: '' }),
  )
  const [isMade, setMade] = useState(false)
  if (state.selfCareLoginCreated !== null && login.state.kind === 'done' && !isMade) setMade(true)
  const known = useAnswer(
    selfCareLogin,
    { patientId: patient?.id ?? '' },
    { enabled: rights.mayCreateLogin && patient !== null && patient.id !== null },
  ).value
  useEffect(() => {
    if (known !== null && state.selfCareLoginCreated === null)
      store.setState({ selfCareLoginCreated: known.email })
    // When it is known.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [known])
  // What the server refused is shown where it was chosen.
  const [returned, setReturned] = useState(0)
  const confirm = useConfirmStep(store, (problems) => {
    ward.refuse(problems)
    store.set({ position: { at: 'ward', trail: store.kept.position?.trail ?? [], phase: 'open' } })
    setReturned((before) => before + 1)
  })
  const { submit } = ward.form
  useEffect(() => {
    if (returned > 0) submit()
    // Once for each refusal.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [returned])
  return { scheme, search, created, contact, ward, passphrase, login, isMade, confirm, returned }
}

type StepView = Omit<JourneyFrameStep<AdmitState>, 'id' | 'title'>

/** What each step shows. */
const viewsOf = (
  forms: ReturnType<typeof useAdmitForms>,
  { store, me, rights, asksDischarge }: Omit<AdmitJourneyProps, 'onClose'>,
  t: AdmissionTexts,
): Readonly<Record<StepId, StepView>> => {
  const { scheme, search, created, contact, ward, passphrase, login, isMade, confirm } = forms
  const { state } = store.kept
  const { patient } = state
  const admission = state.match?.patient?.wardAdmission ?? null
  const isNew = state.match === null && !state.patientCreated
  return {
    search: {
      form: search.form,
      failed: t.search.failed,
      nextLabel: t.search.next,
      render: () => (
        <>
          <p>{t.search.intro}</p>
          {search.tooMany && <Banner kind="danger">{t.search.tooMany}</Banner>}
        </>
      ),
      renderAfter: () =>
        search.hasMore && (
          <div>
            <Button variant="subtle" onClick={search.showMore}>
              {t.search.more}
            </Button>
          </div>
        ),
    },
    patient: {
      backLabel: t.patient.back,
      ...(isNew ? { form: created.form, failed: t.patient.failed } : {}),
      ...(isNew ? { nextLabel: t.patient.add } : {}),
      ...(admission === null ? {} : { nextLabel: t.patient.close }),
      render: () =>
        isNew ? (
          <Banner kind="info" title={t.patient.notFound}>
            {t.patient.notFoundText}
          </Banner>
        ) : state.match === null ? (
          <Facts of={[[t.patient.added, patient === null ? null : formatPatientName(patient)]]} />
        ) : (
          <Matched
            match={state.match}
            scheme={scheme === null ? null : t.schemes[scheme]}
            organizationId={me.actingOrganization.id}
          />
        ),
    },
    contact: {
      form: contact,
      failed: t.contact.failed,
      optional: () => !rights.hasSelfCare || !rights.mayAdmit,
      render: () => <p>{t.contact.text}</p>,
    },
    ward: {
      form: ward.form,
      render: () => (
        <>
          <Await of={ward.choices.wards} failed={t.ward.optionsFailed}>
            {() => null}
          </Await>
          <Await of={ward.choices.carePathways} failed={t.ward.optionsFailed}>
            {() => null}
          </Await>
          <Scoring answer={ward.choices.scoring} />
          {patient?.id === null && <Banner kind="info">{t.ward.elsewhere}</Banner>}
          {ward.choices.flags.value === null && ward.choices.flags.problem !== null && (
            <ErrorState
              look="line"
              title={t.ward.flagsFailed}
              onRetry={() => void ward.choices.flags.refresh()}
              retrying={ward.choices.flags.fetching}
            />
          )}
        </>
      ),
      isWaiting: () =>
        ward.choices.wards.value === null || ward.choices.carePathways.value === null,
      blocked: () =>
        ward.choices.wards.value === null ||
        ward.choices.carePathways.value === null ||
        ward.choices.flags.value === null ||
        !ward.choices.knowsScoring,
    },
    login: {
      form: login,
      failed: t.login.failed,
      render: () => <p>{t.login.text}</p>,
      renderAfter: () => <Passphrase password={passphrase.password} another={passphrase.another} />,
    },
    confirm: {
      form: confirm,
      failed: t.confirm.failed,
      nextLabel: t.confirm.admit,
      render: () =>
        patient !== null &&
        state.pendingWardAdmission !== null && (
          <Confirmation
            patient={patient}
            admission={state.pendingWardAdmission}
            asksDischarge={asksDischarge}
          />
        ),
    },
    success: {
      nextLabel: t.success.close,
      closeWithoutWarning: true,
      render: () => (
        <Success store={store} rights={rights} password={isMade ? passphrase.password : null} />
      ),
    },
  }
}

/** The steps of admitting a patient, from the search to the record. */
export function AdmitJourney({ onClose, ...props }: AdmitJourneyProps) {
  const t = admissionTexts(useEdition())
  const { store, rights } = props
  const { state } = store.kept
  const forms = useAdmitForms(props, t)
  const steps = viewsOf(forms, props, t)
  const leave = useLeaveRecord()
  const { created, returned } = forms
  const isAdmitted = (state.match?.patient?.wardAdmission ?? null) !== null
  const { at, trail } = store.kept.position ?? { at: null, trail: [] as readonly string[] }
  // What was done stays in the list of steps, also where it need not be done again.
  const wasEntered = (id: StepId): boolean => id === at || trail.includes(id)
  const close = () => {
    store.end()
    // Their record is what lies behind: it is not the user's any more.
    if (state.initializedWithPatient && state.admitted?.mayOpen === false) return leave()
    onClose()
  }
  return (
    <>
      <JourneyFrame<AdmitState>
        key={returned}
        inDialog
        title={t.title}
        state={state}
        steps={stepOrder(rights).map((id) => ({
          id,
          title: t.steps[id],
          skipped: (now) => isSkipped(id, now, rights),
          hidden: (now) => isSkipped(id, now, rights) && !wasEntered(id),
          mayGoBack: (now) => mayGoBack(id, now, rights),
          ...steps[id],
        }))}
        onContinue={(id) => {
          if (id === 'patient' && isAdmitted) {
            close()
            return false
          }
          return true
        }}
        cancelWords={(now) => ({ text: cancelText(now, t.cancel) })}
        keptPosition={store.kept.position}
        onPosition={({ at, trail }) =>
          store.set({ position: { at, trail: [...trail], phase: 'open' } })
        }
        onFinish={close}
        onCancel={close}
      />
      {created.question !== null && <Twins {...created.question} />}
    </>
  )
}

/** What was done, and the way to the record (O056). */
function Success({
  store,
  rights,
  password,
}: {
  readonly store: JourneyStore
  readonly rights: AdmitRights
  readonly password: string | null
}) {
  const t = admissionTexts(useEdition())
  const { state } = store.kept
  const { patient, admitted } = state
  if (patient === null) return null
  const id = admitted?.id ?? patient.id
  const name = formatPatientName(patient)
  return (
    <>
      <Banner kind="info">
        {admitted === null
          ? t.success.registered(name)
          : t.success.admitted(name, admitted.ward.name)}
      </Banner>
      {!rights.mayAdmit && <p>{rights.hasWards ? t.success.whoAdmits : t.success.noWards}</p>}
      {password !== null && state.selfCareLoginCreated !== null && (
        <p>{t.login.made(state.selfCareLoginCreated)}</p>
      )}
      <Passphrase password={password} />
      {admitted?.mayOpen === false ? (
        <p>{t.success.notYours}</p>
      ) : (
        id !== null &&
        (admitted !== null || rights.opensUnadmitted) && (
          <p>
            <Link to={paths.patient(id)} onClick={store.end}>
              {t.success.open}
            </Link>
          </p>
        )
      )}
    </>
  )
}
