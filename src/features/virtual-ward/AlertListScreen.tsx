import { useCallback, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { virtualWard } from '../../data/virtual-ward'
import type { Feature } from '../../domain/access/permissions'
import { shownOpen } from '../../domain/alerts/alert'
import { filterOwner } from '../../domain/virtual-ward/preferences'
import { wardAlerts, type WardAlert } from '../../domain/virtual-ward/ward-alerts'
import { useOffline, useResource } from '../../engine/react'
import { alertTexts } from '../../texts/alerts'
import { boardTexts } from '../../texts/board'
import { usePrincipal } from '../../ui/access'
import { alertName } from '../../ui/alerts'
import { useEdition, useTexts } from '../../ui/edition'
import { readAs } from '../../ui/feedback'
import { Page } from '../../ui/layout'
import { paths } from '../../ui/paths'
import { DataTable } from '../../ui/table'
import { useNow } from '../../ui/time'
import { identityOf } from './card-display'
import { alertColumns } from './parts/alert-columns'
import { CardDialogs } from './parts/CardDialogs'
import { usePreferences } from './use-preferences'

/** The whole ward of this device. Of a ward that is not saved yet the server tells fewer. */
const whole = { take: 10_000, skip: 0, sort: [{ field: 'alertCount', direction: 'DESC' }] } as const
const noFeatures: ReadonlySet<Feature> = new Set()

/** /virtual-ward?display=alerts: every open alert of the ward, of the most urgent patient first. */
export function AlertListScreen() {
  const edition = useEdition()
  const { doors } = useTexts()
  const t = alertTexts(edition)
  const { list } = t
  const principal = usePrincipal()
  const {
    display: [display],
  } = usePreferences(
    principal?.features ?? noFeatures,
    principal === null ? '' : filterOwner(principal),
  )
  const offline = useOffline()
  const reading = useResource(virtualWard, whole)
  const { rows, total } = reading
  const now = useNow()
  const alerts = useMemo(() => wardAlerts(rows, now), [rows, now])
  // Sorted by alerts: where the last patient has one, others that are not here may too.
  const last = rows.at(-1)
  const mayMiss =
    total !== null && rows.length < total && last !== undefined && shownOpen(last.alerts).length > 0
  const who = useCallback(
    ({ patient }: WardAlert) => identityOf(patient, display.identity, boardTexts(edition).card),
    [display.identity, edition],
  )
  const answer = readAs(reading, offline)
  const columns = useMemo(() => alertColumns(alertTexts(edition), who), [edition, who])
  return (
    <CardDialogs rows={rows} offline={offline}>
      <Page title={list.title} aside={<Link to={paths.virtualWard()}>{doors.virtualWard}</Link>}>
        {mayMiss && <output>{list.partial(rows.length, total)}</output>}
        <DataTable
          caption={list.title}
          columns={columns}
          answer={{ ...answer, value: answer.value === null ? null : alerts }}
          rowKey={({ alert }) => alert.id}
          rowName={(one) => `${alertName(one.alert, t)}, ${who(one).called}`}
          pageSize={50}
          view="alert.view"
          failed={list.failed}
          empty={{ title: list.none, text: list.noneText }}
        />
      </Page>
    </CardDialogs>
  )
}
