import { Button } from '@mantine/core'
import type { EarlierScoring } from '../../data/admission'
import { ward } from '../../data/ward'
import { formatNationalIdentifier, formatPatientName } from '../../domain/identity'
import { onOxygen, patientFlagTypes } from '../../domain/patient/flag-types'
import { formatDate, formatDateTime } from '../../domain/time'
import { useAnswer, type Answer } from '../../engine/react'
import { admissionTexts } from '../../texts/admission'
import { Facts } from '../../ui/clinical'
import { useEdition } from '../../ui/edition'
import { Banner, CopyButton, ErrorState } from '../../ui/feedback'
import styles from './admission.module.css'
import type { JourneyMatch, JourneyPatient, PendingAdmission } from './journey-state'

/** That somebody is admitted already, and what to do about it (O074, O075). */
export function AdmittedAlready({
  admittedAt,
  organization,
}: {
  readonly admittedAt: string
  /** Another organisation's name; null: one's own. */
  readonly organization: string | null
}) {
  const edition = useEdition()
  const t = admissionTexts(edition).patient
  return (
    <Banner kind="warning" title={t.admitted(formatDateTime(admittedAt, edition), organization)}>
      {t.dischargeFirst}
    </Banner>
  )
}

/** Who was found, read only (O068 to O075). */
export function Matched({
  match,
  scheme,
  organizationId,
}: {
  readonly match: JourneyMatch
  readonly scheme: string | null
  readonly organizationId: string
}) {
  const edition = useEdition()
  const t = admissionTexts(edition)
  const { patient } = match
  const admission = patient?.wardAdmission ?? null
  const identifier = patient?.nationalIdentifier?.value
  return (
    <>
      <h3 className={styles['heading']}>{t.patient.matched}</h3>
      {admission !== null && (
        <AdmittedAlready
          admittedAt={admission.admittedAt}
          organization={
            admission.organization.id === organizationId ? null : admission.organization.name
          }
        />
      )}
      <Facts
        of={[
          ...(scheme === null || patient === null
            ? []
            : [
                [
                  scheme,
                  identifier === undefined ? null : formatNationalIdentifier(identifier),
                ] as const,
              ]),
          [t.fields.firstName, match.firstName],
          [t.fields.lastName, match.lastName],
          [t.fields.birthDate, formatDate(match.birthDate, edition)],
          ...(patient === null
            ? []
            : ([
                [t.fields.gender, t.genders[patient.gender]],
                [t.fields.address, patient.address?.address],
                [t.fields.postcode, patient.address?.postcode],
                [t.fields.telephone, patient.telephone],
              ] as const)),
          ...(admission === null
            ? []
            : ([
                [t.fields.ward, admission.ward.name],
                [t.fields.carePathway, admission.carePathway.name],
              ] as const)),
        ]}
      />
      {patient === null && (
        <Banner kind="info" title={t.patient.elsewhere}>
          {t.patient.elsewhereText}
        </Banner>
      )}
      {admission === null && <p>{t.patient.confirm}</p>}
    </>
  )
}

/** A name as it is told, with the identifier where there is one (O098). */
const nameOf = (patient: JourneyPatient): string =>
  [
    formatPatientName(patient),
    ...(patient.identifier === null ? [] : [formatNationalIdentifier(patient.identifier)]),
  ].join(', ')

/** What of an earlier stay counts again, and what ended with it (K16). */
export function Scoring({ answer }: { readonly answer: Answer<EarlierScoring | null> }) {
  const edition = useEdition()
  const t = admissionTexts(edition).scoring
  const { value: of, problem, fetching, refresh } = answer
  if (of === null)
    return (
      problem !== null && (
        <ErrorState
          look="line"
          title={t.failed}
          onRetry={() => void refresh()}
          retrying={fetching}
        />
      )
    )
  const by = [of.setBy?.firstName, of.setBy?.lastName].filter(Boolean).join(' ')
  return (
    <Banner
      kind={of.isOnScale2 ? 'warning' : 'info'}
      title={of.isOnScale2 ? t.onScale2 : t.thresholds}
    >
      {of.isOnScale2 && (
        <p>
          {t.set(formatDate(of.setAt, edition), of.decidedBy ?? by)}
          {of.reason !== null && ` ${t.reason(of.reason)}`}
        </p>
      )}
      {of.thresholdsEndedAt !== null && (
        <p>{t.ended(formatDateTime(of.thresholdsEndedAt, edition))}</p>
      )}
    </Banner>
  )
}

/** What is confirmed (O096 to O101). */
export function Confirmation({
  patient,
  admission,
  asksDischarge,
}: {
  readonly patient: JourneyPatient
  readonly admission: PendingAdmission
  readonly asksDischarge: boolean
}) {
  const edition = useEdition()
  const t = admissionTexts(edition)
  const { confirm } = t
  const chosen = useAnswer(ward, { id: admission.ward.id }).value
  const isOn = (type: string) => admission.flags.some((one) => one.type === type && one.active)
  const others = patientFlagTypes.flatMap(({ type, title }) =>
    type !== onOxygen && isOn(type) ? [title] : [],
  )
  return (
    <>
      <p>{confirm.text}</p>
      {chosen?.seesPatients === false && (
        <Banner kind="warning" title={confirm.unseen(admission.ward.name)} />
      )}
      <Facts
        of={[
          [confirm.patient, nameOf(patient)],
          [t.fields.ward, admission.ward.name],
          [t.fields.carePathway, admission.carePathway.name],
          [confirm.onOxygen, isOn(onOxygen) ? confirm.yes : confirm.no],
          ...(others.length === 0 ? [] : [[confirm.otherFlags, others.join(', ')] as const]),
          ...(admission.scale2 === null
            ? []
            : [
                [
                  t.scoring.label,
                  (patient.id === null ? t.scoring.unseen : t.scoring).choices[admission.scale2],
                ] as const,
              ]),
          [
            confirm.effective,
            admission.admittedAt === null
              ? confirm.immediately
              : formatDateTime(admission.admittedAt, edition),
          ],
          ...(asksDischarge
            ? [
                [
                  confirm.discharge,
                  admission.expectedDischargeDate === null
                    ? confirm.notSpecified
                    : formatDate(admission.expectedDischargeDate, edition),
                ] as const,
              ]
            : []),
        ]}
      />
    </>
  )
}

/** The password of a new login, to be written down. */
export function Passphrase({
  password,
  another,
}: {
  readonly password: string | null
  readonly another?: (() => void) | undefined
}) {
  const t = admissionTexts(useEdition()).login
  if (password === null) return null
  return (
    <div className={styles['password']}>
      <p>
        {t.password}: <code>{password}</code>
      </p>
      <CopyButton value={password} label={t.copy} withText />
      {another !== undefined && (
        <Button variant="default" onClick={another}>
          {t.another}
        </Button>
      )}
      <p>{t.passwordText}</p>
    </div>
  )
}
