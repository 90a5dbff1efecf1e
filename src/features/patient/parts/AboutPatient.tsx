import { formatStaffName } from '../../../domain/identity'
import { contactWords, type ContactPart } from '../../../domain/patient/contact'
import { isBackdated } from '../../../domain/patient/admission-time'
import { unsentOf } from '../../../domain/sync/unsent'
import { formatDate, formatDateTime } from '../../../domain/time'
import type { Patient } from '../../../domain/patient/patient'
import { patientTexts } from '../../../texts/patient'
import { fieldWords } from '../../../domain/critical/words'
import { UnsentContact } from '../../../ui/care'
import { Dash } from '../../../ui/clinical'
import { useEdition } from '../../../ui/edition'
import { Popover } from '../../../ui/feedback'
import { usePrinting } from '../../../ui/print'
import styles from './Record.module.css'

/** Behind a button: admission, telephone, address, conditions and target saturation. */
export function AboutPatient({ patient }: { readonly patient: Patient }) {
  const edition = useEdition()
  const t = patientTexts(edition).about
  const printing = usePrinting()
  const { telephone, ewsThresholds: own } = patient
  const admission = patient.wardAdmission
  const at = (time: string): string => formatDateTime(time, edition)
  const setBy = formatStaffName(own?.createdBy)
  const facts: readonly {
    readonly name: string
    readonly value: string | null
    readonly part?: ContactPart
  }[] = [
    ...(admission === null
      ? []
      : [
          {
            name: t.admitted,
            value: isBackdated(admission)
              ? t.backdated(at(admission.admittedAt), at(admission.createdAt))
              : at(admission.admittedAt),
          },
        ]),
    { name: t.telephone, value: telephone, part: 'telephone' },
    { name: t.address, value: contactWords('address', patient), part: 'address' },
    { name: t.conditions, value: fieldWords(patient, 'conditions', edition) },
    {
      name: t.saturation,
      value:
        own?.spo2Scale === 2
          ? t.scale2(setBy === '' ? t.somebody : setBy, formatDate(own.createdAt, edition))
          : t.scale1,
    },
  ]
  const list = (
    <dl className={styles['details']}>
      {facts.map(({ name, value, part }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Dash>{value}</Dash>
            {part !== undefined && unsentOf(patient, part) !== null && (
              <>
                {' '}
                <UnsentContact patient={patient} part={part} />
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
  // Nobody opens anything on paper.
  if (printing) return list
  return (
    <>
      <Popover label={t.title}>{() => list}</Popover>
      <UnsentContact patient={patient} part="address" what={t.address} />
    </>
  )
}
