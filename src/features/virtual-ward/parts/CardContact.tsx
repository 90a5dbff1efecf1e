import { Link } from 'react-router-dom'
import { patientRecord } from '../../../data/patient'
import { useOffline, useResource } from '../../../engine/react'
import { noteTexts } from '../../../texts/note'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { useMay } from '../../../ui/access'
import { Telephone } from '../../../ui/care'
import { useEdition } from '../../../ui/edition'
import { Bone } from '../../../ui/feedback'
import { paths } from '../../../ui/paths'
import styles from './CardDetail.module.css'

/** The record of a card's patient, read when somebody asks for it. */
const useRecord = (patientId: string) => {
  const { rows, ready, problem } = useResource(patientRecord, { patientId })
  const offline = useOffline()
  const [patient] = rows
  return { patient, isAbsent: patient === undefined && ((ready && offline) || problem !== null) }
}

/** The telephone of a card's patient, for whoever may open the record. */
export function CardTelephone({ patientId }: { readonly patientId: string }) {
  const mayView = useMay('patient.view')
  return mayView ? <ReadTelephone patientId={patientId} /> : null
}

function ReadTelephone({ patientId }: { readonly patientId: string }) {
  const { detail: t } = virtualWardTexts(useEdition())
  const { patient, isAbsent } = useRecord(patientId)
  if (patient !== undefined) return <Telephone patient={patient} />
  return isAbsent ? <span>{t.noTelephone}</span> : <Bone width="9em" height="36px" />
}

/** Telephone, the way to a note, and conditions on an opened card. */
export function CardContact({ patientId }: { readonly patientId: string }) {
  const mayView = useMay('patient.view')
  return mayView ? <ReadContact patientId={patientId} /> : null
}

function ReadContact({ patientId }: { readonly patientId: string }) {
  const edition = useEdition()
  const { detail: t } = virtualWardTexts(edition)
  const mayAdd = useMay('note.add')
  const { patient, isAbsent } = useRecord(patientId)
  const conditions = patient?.preExistingConditions ?? []
  return (
    <section aria-label={t.contact}>
      <h4>{t.contact}</h4>
      <div className={styles['chips']}>
        <ReadTelephone patientId={patientId} />
        {mayAdd && (
          <Link className={styles['chip']} to={`${paths.patient(patientId)}?dialog=note`}>
            {noteTexts(edition).add.heading}
          </Link>
        )}
      </div>
      <h4>{t.conditions}</h4>
      {patient === undefined && !isAbsent && <Bone width="12em" />}
      {isAbsent && <p>{t.noConditions}</p>}
      {patient !== undefined && (
        <p>{conditions.length === 0 ? t.noneRecorded : conditions.join(', ')}</p>
      )}
    </section>
  )
}
