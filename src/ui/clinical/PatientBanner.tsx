import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ageOn, formatNationalIdentifier, formatPatientName } from '../../domain/identity'
import type { NationalIdentifier } from '../../domain/patient/patient'
import { formatDate } from '../../domain/time'
import { useEdition, useTexts } from '../edition'
import { CopyButton } from '../feedback/CopyButton'
import { useNow } from '../time'
import { SimilarNamesWarning } from './SimilarNamesWarning'
import styles from './PatientBanner.module.css'

export interface BannerPatient {
  readonly firstName: string
  readonly lastName: string
  readonly gender: 'male' | 'female' | null
  readonly birthDate: string | null
  readonly nationalIdentifier: NationalIdentifier | null
  readonly numSimilarNames: number
}

/** A longer name is set smaller on a phone: it is never cut, and the header keeps its height. */
const longName = 32

export interface PatientBannerProps {
  readonly patient: BannerPatient
  /** The address of the record, to which the name leads; absent: nowhere. */
  readonly to?: string
  /** Beside the identifier. */
  readonly identifierDetails?: ReactNode
  /** What everybody must know, under who it is. */
  readonly critical?: ReactNode
  /** The current score and its age, at the right. */
  readonly score?: ReactNode
  /** Flags, ward, actions: a second line that may scroll away in narrow windows. */
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

const hour = 3_600_000

/** The patient's identity, always visible, in the order of the NHS CUI patient banner. */
export function PatientBanner({
  patient,
  to,
  identifierDetails,
  critical,
  score,
  children,
  actions,
}: PatientBannerProps) {
  const t = useTexts().ui.patient
  const edition = useEdition()
  const now = useNow(hour)
  const age = patient.birthDate === null ? null : ageOn(patient.birthDate, now)
  const identifier = patient.nationalIdentifier
  const name = formatPatientName(patient)
  return (
    <section className={styles['banner']} aria-label={t.region} data-patient-banner>
      <div className={styles['inner']}>
        <div className={styles['identity']}>
          <h1 className={styles['name']} data-long={name.length > longName}>
            {to === undefined ? (
              name
            ) : (
              <Link to={to} className={styles['link']}>
                {name}
              </Link>
            )}
            <SimilarNamesWarning count={patient.numSimilarNames} />
          </h1>
          <dl className={styles['facts']}>
            <div>
              <dt>{t.born}</dt>
              <dd>
                {patient.birthDate === null ? t.notKnown : formatDate(patient.birthDate, edition)}
                {age !== null && ` (${t.age(age)})`}
              </dd>
            </div>
            <div>
              <dt>{t.gender}</dt>
              <dd>{patient.gender === null ? t.notKnown : t.genders[patient.gender]}</dd>
            </div>
            {/* Where there is no national scheme a missing number is no gap in the record. */}
            {(identifier !== null || edition === 'en-GB') && (
              <div>
                <dt>{t.identifiers[identifier?.type ?? 'NhsNumber']}</dt>
                <dd className={styles['number']}>
                  {identifier === null ? (
                    t.notKnown
                  ) : (
                    <>
                      {formatNationalIdentifier(identifier.value)}
                      <CopyButton value={identifier.value} label={t.copyIdentifier} />
                      {identifierDetails}
                    </>
                  )}
                </dd>
              </div>
            )}
          </dl>
          {critical !== undefined && <div className={styles['critical']}>{critical}</div>}
        </div>
        {score !== undefined && <div className={styles['score']}>{score}</div>}
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </div>
      {children !== undefined && <div className={styles['more']}>{children}</div>}
    </section>
  )
}
