import { formatPatientName } from '../../domain/identity'
import type { Patient } from '../../domain/patient/patient'
import { stayReasonWords } from '../../domain/stay/discharge'
import { referralTexts } from '../../texts/referral'
import { usePrincipal } from '../../ui/access'
import { Facts } from '../../ui/clinical'
import { useEdition } from '../../ui/edition'
import { Banner } from '../../ui/feedback'
import styles from './referral.module.css'
import type { DischargeDetails } from './use-discharge-step'
import type { Destination } from './use-refer-step'

/** What is sent, and what it brings about: K4 is said here, not learned at the other side. */
export function Confirmation({
  patient,
  details: { organization, reason, comment, statement },
  discharge,
}: {
  readonly patient: Patient
  readonly details: Destination
  /** Null: the patient is not discharged on acceptance. */
  readonly discharge: DischargeDetails | null
}) {
  const edition = useEdition()
  const { confirm: t, reasons } = referralTexts(edition)
  const ownId = usePrincipal()?.organizationId
  const ward = patient.wardAdmission
  const where =
    ward?.organization === undefined || ward.organization.id === ownId
      ? null
      : ward.organization.name
  return (
    <>
      <Facts
        of={[
          [t.patient, formatPatientName(patient)],
          [t.destination, organization.label],
          [t.reason, reasons[reason]],
          ...(comment === null ? [] : [[t.comment, comment] as const]),
          [t.discharge, discharge === null ? t.no : t.yes],
          ...(discharge === null
            ? []
            : [[t.dischargeReason, stayReasonWords(discharge.dischargeReason, edition)] as const]),
          ...(discharge === null || discharge.additionalInfo === null
            ? []
            : [[t.dischargeInfo, discharge.additionalInfo] as const]),
        ]}
      />
      <section>
        <h3>{t.statement}</h3>
        <p className={styles['words']}>{statement}</p>
      </section>
      {discharge !== null ? (
        <Banner kind="info">{t.leaves(organization.label)}</Banner>
      ) : (
        ward !== null && <Banner kind="warning">{t.stays(where, organization.label)}</Banner>
      )}
      <p>{t.shared}</p>
    </>
  )
}
