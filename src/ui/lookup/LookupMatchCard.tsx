import { useId, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ageOn, formatNationalIdentifier, formatPatientName, shownAge } from '../../domain/identity'
import type { NamedReference } from '../../domain/organization/organization'
import type { NationalIdentifier } from '../../domain/patient/patient'
import { formatDate, formatDateTime } from '../../domain/time'
import { lookupTexts } from '../../texts/lookup'
import { Dash } from '../clinical/Dash'
import { useEdition, useTexts } from '../edition'
import { paths } from '../paths'
import { useNow } from '../time'
import styles from './lookup.module.css'

/** Who was found. */
export interface ShownMatch {
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: string
  /** Null: registered with another organisation. */
  readonly patient: {
    readonly id: string
    readonly opens: boolean
    readonly gender: 'male' | 'female'
    readonly nationalIdentifier: NationalIdentifier | null
    readonly address: { readonly address: string; readonly postcode: string } | null
    readonly telephone: string | null
    readonly selfCareEmail: string | null
    readonly wardAdmission: {
      readonly admittedAt: string
      readonly ward: NamedReference
      readonly carePathway: NamedReference
      readonly organization: NamedReference
    } | null
  } | null
}

const hourMs = 3_600_000

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Dash>{children}</Dash>
      </dd>
    </div>
  )
}

function Facts({ patient }: { readonly patient: NonNullable<ShownMatch['patient']> }) {
  const edition = useEdition()
  const t = lookupTexts(edition)
  const { patient: words } = useTexts().ui
  const { nationalIdentifier: identifier, address, wardAdmission: admission } = patient
  return (
    <>
      <Fact name={t.facts.gender}>{words.genders[patient.gender]}</Fact>
      {identifier !== null && (
        <Fact name={t.schemes[identifier.type]}>{formatNationalIdentifier(identifier.value)}</Fact>
      )}
      {patient.opens && (
        <>
          <Fact name={t.facts.address}>
            {address === null ? null : `${address.address}, ${address.postcode}`}
          </Fact>
          <Fact name={t.facts.telephone}>{patient.telephone}</Fact>
          {patient.selfCareEmail !== null && (
            <Fact name={t.facts.selfCareEmail}>{patient.selfCareEmail}</Fact>
          )}
        </>
      )}
      <Fact name={t.facts.id}>{patient.id}</Fact>
      {admission === null ? (
        <Fact name={t.facts.admission}>{t.facts.notAdmitted}</Fact>
      ) : (
        <>
          <Fact name={t.facts.admittedAt}>{formatDateTime(admission.admittedAt, edition)}</Fact>
          <Fact name={t.facts.ward}>{admission.ward.name}</Fact>
          <Fact name={t.facts.carePathway}>{admission.carePathway.name}</Fact>
          <Fact name={t.facts.by}>{admission.organization.name}</Fact>
        </>
      )}
    </>
  )
}

/** A patient whom a look-up found, as far as the server tells of them. */
export function LookupMatchCard({ match }: { readonly match: ShownMatch }) {
  const edition = useEdition()
  const t = lookupTexts(edition)
  const id = useId()
  const { value, unit } = shownAge(ageOn(match.birthDate, useNow(hourMs)))
  const { patient } = match
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <h3 id={id}>{formatPatientName(match)}</h3>
      <dl className={styles['facts']}>
        <Fact name={t.facts.birthDate}>
          {`${formatDate(match.birthDate, edition)} (${t.age(value, unit)})`}
        </Fact>
        {patient !== null && <Facts patient={patient} />}
      </dl>
      {patient === null ? (
        <p>
          <strong>{t.elsewhere}</strong> {t.elsewhereText}
        </p>
      ) : patient.opens ? (
        <p>
          <Link to={paths.patient(patient.id)}>{t.open}</Link>
        </p>
      ) : (
        <p>{t.notYours}</p>
      )}
    </section>
  )
}
