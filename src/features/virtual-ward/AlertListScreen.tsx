import { useCallback, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { virtualWard } from '../../data/virtual-ward'
import { may } from '../../domain/access/may'
import type { Feature } from '../../domain/access/permissions'
import { isHeldSince } from '../../domain/sync/held'
import { filterOwner } from '../../domain/virtual-ward/preferences'
import { wardAlerts, type WardAlerts } from '../../domain/virtual-ward/ward-alerts'
import { useOffline, useResource } from '../../engine/react'
import { alertListTexts } from '../../texts/alert-list'
import { boardTexts } from '../../texts/board'
import { usePrincipal } from '../../ui/access'
import { useEdition, useTexts } from '../../ui/edition'
import { NotAllHere, readAs } from '../../ui/feedback'
import { Page } from '../../ui/layout'
import { paths } from '../../ui/paths'
import { DataTable } from '../../ui/table'
import { useNow } from '../../ui/time'
import { identityOf } from './card-display'
import { alertColumns } from './parts/alert-columns'
import { NamedAfterDischarge } from './parts/AfterDischarge'
import { CardDialogs } from './parts/CardDialogs'
import { NobodyReached } from './parts/NobodyReached'
import { usePreferences } from './use-preferences'
import { wholeByAlerts } from './virtual-ward.view'

const noFeatures: ReadonlySet<Feature> = new Set()

/** /virtual-ward?display=alerts: who has open alerts, a row a patient, the most urgent first. */
export function AlertListScreen() {
  const edition = useEdition()
  const { doors } = useTexts()
  const list = alertListTexts(edition)
  const principal = usePrincipal()
  const {
    display: [display],
  } = usePreferences(
    principal?.features ?? noFeatures,
    principal === null ? '' : filterOwner(principal),
  )
  const offline = useOffline()
  const reading = useResource(virtualWard, wholeByAlerts)
  const { rows, heldFrom } = reading
  const now = useNow()
  const alerts = useMemo(() => wardAlerts(rows, now), [rows, now])
  const who = useCallback(
    ({ patient }: WardAlerts) => identityOf(patient, display.identity, boardTexts(edition).card),
    [display.identity, edition],
  )
  const mayAcknowledge = principal !== null && may(principal, 'alert.acknowledge')
  const read = readAs(reading, offline)
  const isWhole = isHeldSince(heldFrom)
  // None among some of the patients is not none.
  const answer = alerts.length > 0 || isWhole ? read : { ...read, value: null, offline }
  const columns = useMemo(() => alertColumns(alertListTexts(edition), who), [edition, who])
  return (
    <CardDialogs rows={rows} offline={offline}>
      <Page title={list.title} aside={<Link to={paths.virtualWard()}>{doors.virtualWard}</Link>}>
        <NobodyReached />
        <NamedAfterDischarge display={display.identity} />
        {offline && mayAcknowledge && <output>{list.offline}</output>}
        {read.value !== null && <NotAllHere of="patients" heldFrom={heldFrom} offline={offline} />}
        <DataTable
          caption={list.title}
          columns={columns}
          answer={{ ...answer, value: answer.value === null ? null : alerts }}
          rowKey={({ patient }) => patient.id}
          rowName={(one) => who(one).called}
          pageSize={50}
          view="alert.view"
          failed={list.failed}
          empty={{ title: list.none, text: list.noneText }}
        />
      </Page>
    </CardDialogs>
  )
}
