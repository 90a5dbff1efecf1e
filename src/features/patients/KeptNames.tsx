import { useEffect, useState } from 'react'
import type { PatientName } from '../../data/patient-list'
import { formatNationalIdentifier, formatPatientName } from '../../domain/identity'
import type { NationalIdentifier } from '../../domain/patient/patient'
import { formatDate, formatMoment } from '../../domain/time'
import { useRuntime } from '../../engine/react'
import { patientsTexts } from '../../texts/patients'
import { useEdition, useTexts } from '../../ui/edition'
import type { Asked } from '../../ui/feedback'
import { paths } from '../../ui/paths'
import { DataTable, type TableControl } from '../../ui/table'
import { useNow } from '../../ui/time'
import styles from './patients.module.css'
import { namesFound, type ListName } from './patients.view'

/** Whether this device has more of a patient than the name. */
function OnDevice({ id }: { readonly id: string }) {
  const runtime = useRuntime()
  const t = patientsTexts(useEdition()).kept
  const [isHere, setHere] = useState<boolean | null>(null)
  useEffect(() => {
    let isOver = false
    void runtime.seen(id).then((found) => {
      if (!isOver) setHere(found !== null)
    })
    return () => {
      isOver = true
    }
  }, [runtime, id])
  return isHere === null ? null : isHere ? t.here : t.nameOnly
}

const onDevice = ({ id }: PatientName) => <OnDevice id={id} />

/** Who there is, as this device last heard it: without a connection the list of patients is this. */
export function KeptNames({
  tab,
  kept,
  control,
  scheme,
  hasWards,
}: {
  readonly tab: Exclude<ListName, 'discharged'>
  readonly kept: Asked<{ readonly rows: readonly PatientName[]; readonly total: number }>
  readonly control: TableControl
  readonly scheme: NationalIdentifier['type'] | null
  readonly hasWards: boolean
}) {
  const edition = useEdition()
  const t = patientsTexts(edition)
  const { patient: words } = useTexts().ui
  const now = useNow()
  const { value, at } = kept
  const { search, skip, take, sort } = control.query
  const found =
    value === null ? null : namesFound(value.rows, tab, search, sort?.descending === true)
  return (
    <>
      {value !== null && at !== null && (
        <output className={styles['about']}>
          {t.kept.about(formatMoment(at, now, edition))}
          {value.rows.length < value.total && ` ${t.kept.cut(value.rows.length, value.total)}`}
        </output>
      )}
      <DataTable
        caption={t.lists[tab]}
        columns={[
          { id: 'firstName', heading: t.headings.firstName, cell: ({ firstName }) => firstName },
          {
            id: 'lastName',
            heading: t.headings.lastName,
            cell: ({ lastName }) => lastName,
            sortable: true,
            rowHeader: true,
          },
          {
            id: 'birthDate',
            heading: t.headings.birthDate,
            cell: ({ birthDate }) => formatDate(birthDate, edition),
          },
          { id: 'ward', heading: t.headings.wards, cell: ({ ward }) => ward, shown: hasWards },
          {
            id: 'identifier',
            heading: scheme === null ? '' : words.identifiers[scheme],
            cell: ({ nationalIdentifier: identifier }) =>
              identifier === null ? '' : formatNationalIdentifier(identifier.value),
            shown: scheme !== null,
          },
          { id: 'here', heading: t.kept.heading, cell: onDevice },
        ]}
        answer={{
          ...kept,
          value:
            found === null ? null : { rows: found.slice(skip, skip + take), total: found.length },
        }}
        server={control}
        view="patient-archive.view"
        rowKey={({ id }: PatientName) => id}
        rowName={formatPatientName}
        rowLink={({ id }) => paths.patient(id)}
        search={{ label: t.searchName }}
        empty={t.kept.none}
        failed={t.failed}
      />
    </>
  )
}
