import { useEffect, useState } from 'react'
import { patientNames, patients, type ListedPatient } from '../../data/patient-list'
import { assignPatientToPractice } from '../../data/practice'
import { may } from '../../domain/access/may'
import { formatPatientName } from '../../domain/identity'
import { csvOf } from '../../domain/text/csv'
import { dayOf } from '../../domain/time'
import { useAnswer, useCommand, useRuntime, useSession } from '../../engine/react'
import { patientsTexts } from '../../texts/patients'
import { useEdition, useTexts } from '../../ui/edition'
import { showToast } from '../../ui/feedback'
import { paths } from '../../ui/paths'
import { DataTable, RowButtons, useTableQuery } from '../../ui/table'
import { readNow } from '../../ui/time'
import { download } from '../../ui/work'
import { patientColumns } from './columns'
import { KeptNames } from './KeptNames'
import { filterOf, textColumns, type ListName } from './patients.view'
import styles from './patients.module.css'
import { PracticesDialog } from './PracticesDialog'
import { PrintedList } from './PrintedList'

/** Rows a page (O026). */
const take = 10

/** One list of patients: found by name, a page at a time, with what can be done with some of them. */
export function ListTab({ tab }: { readonly tab: ListName }) {
  const edition = useEdition()
  const t = patientsTexts(edition)
  const { patient: words, blocked: reasons } = useTexts().ui
  const { me, principal } = useSession()
  const runtime = useRuntime()
  const control = useTableQuery({ take, sort: { column: 'lastName', descending: false } })
  const { search, skip, sort } = control.query
  const answer = useAnswer(patients, {
    filter: filterOf[tab],
    search,
    take,
    skip,
    descending: sort?.descending === true,
  })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [assigning, setAssigning] = useState<readonly ListedPatient[] | null>(null)
  const [printing, setPrinting] = useState<readonly ListedPatient[] | null>(null)
  const { blocked } = useCommand(assignPatientToPractice)
  const { problem, offline, value } = answer
  useEffect(() => {
    if (problem !== null && !offline) showToast('patients', t.toast)
  }, [problem, offline, t])
  // The server alone knows who was discharged, and what was not asked before the connection went.
  const isOnlyKept = offline && value === null && tab !== 'discharged'
  const kept = useAnswer(patientNames, undefined, { enabled: isOnlyKept })
  const columns = textColumns(edition, t, words, {
    wards: principal?.features.has('wards') === true,
    scheme: me?.actingOrganization.nationalIdentifierScheme ?? null,
  })
  const chosen = (value?.rows ?? []).filter(({ id }) => selected.has(id))
  const assignable = chosen.filter(({ mayAssign }) => mayAssign)
  const mayAssign = principal !== null && may(principal, 'patient.assign-practice')
  // Whoever was discharged is on no ward: nobody is left out of that list.
  const isLimited =
    tab !== 'discharged' &&
    principal?.features.has('wards') === true &&
    !may(principal, 'ward.oversee')
  const off = blocked === null ? null : reasons[blocked]
  /** What leaves the portal with names on it is a look at each of them. */
  const looked = (place: 'printed-list' | 'saved-list'): void =>
    chosen.forEach(({ id }) => runtime.looked(id, place))
  const save = (): void => {
    looked('saved-list')
    download(
      csvOf([
        columns.map(({ heading }) => heading),
        ...chosen.map((patient) => columns.map(({ text }) => text(patient))),
      ]),
      t.select.file(dayOf(readNow())),
      'text/csv',
    )
  }
  if (isOnlyKept && kept.value !== null)
    return (
      <>
        {isLimited && <p className={styles['quiet']}>{t.ownWards.about}</p>}
        <KeptNames
          tab={tab}
          kept={kept}
          control={control}
          scheme={me?.actingOrganization.nationalIdentifierScheme ?? null}
          hasWards={principal?.features.has('wards') === true}
        />
      </>
    )
  return (
    <>
      <section className={styles['count']} aria-label={t.count.title}>
        <span>{t.count.title}</span>
        <output>{value === null ? '–' : t.count.of(value.total)}</output>
      </section>
      {isLimited && <p className={styles['quiet']}>{t.ownWards.about}</p>}
      <DataTable
        caption={t.lists[tab]}
        columns={patientColumns(columns, t, mayAssign ? (one) => setAssigning([one]) : null, off)}
        answer={answer}
        server={control}
        view="patient-archive.view"
        rowKey={({ id }) => id}
        rowName={formatPatientName}
        rowLink={({ id }) => paths.patient(id)}
        search={{ label: t.searchName }}
        selection={{ selected, onChange: setSelected }}
        selectionActions={
          <RowButtons
            actions={[
              {
                label: t.select.print,
                onSelect: () => {
                  looked('printed-list')
                  setPrinting(chosen)
                },
              },
              { label: t.select.csv, onSelect: save },
              {
                label: t.select.assign,
                action: 'patient.assign-practice',
                disabled: off,
                onSelect: () => setAssigning(assignable),
              },
            ]}
          />
        }
        empty={isLimited && tab === 'admitted' ? t.ownWards.admitted : t.empty[tab]}
        failed={t.failed}
      />
      {assigning !== null && assigning.length > 0 && (
        <PracticesDialog patients={assigning} onClose={() => setAssigning(null)} />
      )}
      {printing !== null && (
        <PrintedList
          caption={t.lists[tab]}
          columns={columns}
          patients={printing}
          onPrinted={() => setPrinting(null)}
        />
      )}
    </>
  )
}
