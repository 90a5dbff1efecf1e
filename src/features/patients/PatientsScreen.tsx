import { Suspense } from 'react'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import { patientsTexts } from '../../texts/patients'
import { usePrincipal } from '../../ui/access'
import { useDetail } from '../../ui/detail'
import { useEdition, useTexts } from '../../ui/edition'
import { SettingsPage } from '../../ui/layout'
import { paths } from '../../ui/paths'
import { SlotPanel, useSlots } from '../../ui/slots'
import { RowButtons, RowMenu, type RowAction } from '../../ui/table'
import { ListTab } from './ListTab'
import { SearchTab } from './SearchTab'

const tabs = ['admitted', 'discharged', 'search', 'all'] as const

/** What other rooms add to the list: a button or an entry of the menu each, and their dialogs. */
function Dialogs() {
  const texts = useTexts()
  const dialogs = useSlots('patientListDialogs')
  const dialog = useDetail('dialog')
  const open = dialogs.find(({ id }) => id === dialog.id)
  const actionsOf = (inMenu: boolean): readonly RowAction[] =>
    dialogs
      .filter((one) => (one.inMenu === true) === inMenu)
      .map(({ id, label }) => ({ label: label(texts), onSelect: () => dialog.open(id) }))
  return (
    <>
      <RowButtons actions={actionsOf(false)} />
      <RowMenu name={texts.doors.patients} actions={actionsOf(true)} />
      {open !== undefined && (
        <Suspense>
          <SlotPanel key={open.id} slot={open} props={{ onClose: dialog.close }} />
        </Suspense>
      )}
    </>
  )
}

/** /patients/:tab — the patients of the organisation, and the look-up of one. */
export function PatientsScreen() {
  const t = patientsTexts(useEdition())
  const { tab } = useParams()
  const { search } = useLocation()
  const principal = usePrincipal()
  const current = tabs.find((id) => id === tab)
  if (current === undefined) {
    const first = principal?.features.has('wards') === true ? 'admitted' : 'all'
    return <Navigate replace to={{ pathname: paths.patients(first), search }} />
  }
  return (
    <SettingsPage
      title={t.title}
      aside={<Dialogs />}
      tabs={tabs.map((id) => ({ id, label: t.tabs[id], to: paths.patients(id) }))}
      current={current}
    >
      {current === 'search' ? <SearchTab /> : <ListTab key={current} tab={current} />}
    </SettingsPage>
  )
}
