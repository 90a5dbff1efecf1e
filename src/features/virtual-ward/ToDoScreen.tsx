import { NativeSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { virtualWard } from '../../data/virtual-ward'
import { may } from '../../domain/access/may'
import type { Feature } from '../../domain/access/permissions'
import { isHeldSince } from '../../domain/sync/held'
import { filterOwner } from '../../domain/virtual-ward/preferences'
import { isOf, toDoOf, type ToDo } from '../../domain/virtual-ward/to-do'
import { useOffline, useResource, useSession } from '../../engine/react'
import { boardTexts } from '../../texts/board'
import { toDoTexts } from '../../texts/to-do'
import { usePrincipal } from '../../ui/access'
import { useEdition, useTexts } from '../../ui/edition'
import { NotAllHere, readAs } from '../../ui/feedback'
import { Page } from '../../ui/layout'
import { paths } from '../../ui/paths'
import { DataTable } from '../../ui/table'
import { useNow } from '../../ui/time'
import { identityOf } from './card-display'
import { NamedAfterDischarge } from './parts/AfterDischarge'
import { toDoColumns } from './parts/to-do-columns'
import { usePreferences } from './use-preferences'
import { wholeByAlerts } from './virtual-ward.view'

const noFeatures: ReadonlySet<Feature> = new Set()
const keyOf = (one: ToDo): string =>
  `${one.patient.id} ${one.kind} ${one.kind === 'alert' ? one.alert.id : one.kind === 'task' ? one.task.id : ''}`

/** /virtual-ward?display=to-do: all that is to be done on the ward, the most urgent first. */
export function ToDoScreen() {
  const edition = useEdition()
  const { doors } = useTexts()
  const t = toDoTexts(edition).list
  const principal = usePrincipal()
  const userId = useSession().me?.id ?? ''
  const {
    display: [display],
  } = usePreferences(
    principal?.features ?? noFeatures,
    principal === null ? '' : filterOwner(principal),
  )
  const offline = useOffline()
  const reading = useResource(virtualWard, wholeByAlerts)
  const { rows, heldFrom } = reading
  const [whose, setWhose] = useState<'all' | 'mine'>('all')
  const [wardId, setWardId] = useState('')
  const now = useNow()
  const wards = useMemo(
    () =>
      [
        ...new Map(
          rows.flatMap(({ wardAdmission }) =>
            wardAdmission === null ? [] : [[wardAdmission.ward.id, wardAdmission.ward.name]],
          ),
        ),
      ].toSorted(([, a], [, b]) => a.localeCompare(b)),
    [rows],
  )
  const mayRecord = principal !== null && may(principal, 'observations.record')
  const mayOpen = principal !== null && may(principal, 'patient.view')
  const maySeeAlerts = principal !== null && may(principal, 'alert.view')
  const list = useMemo(
    () =>
      toDoOf(rows, now).filter(
        (one) =>
          (one.kind !== 'alert' || maySeeAlerts) &&
          (whose === 'all' || isOf(one, userId)) &&
          (wardId === '' || one.patient.wardAdmission?.ward.id === wardId),
      ),
    [rows, now, whose, wardId, userId, maySeeAlerts],
  )
  const columns = useMemo(
    () =>
      toDoColumns(
        toDoTexts(edition).list,
        edition,
        (patient) => identityOf(patient, display.identity, boardTexts(edition).card),
        mayRecord,
        mayOpen,
      ),
    [edition, display.identity, mayRecord, mayOpen],
  )
  const read = readAs(reading, offline)
  // None among some of the patients is not none.
  const answer = list.length > 0 || isHeldSince(heldFrom) ? read : { ...read, value: null, offline }
  return (
    <Page title={t.title} aside={<Link to={paths.virtualWard()}>{doors.virtualWard}</Link>}>
      <NamedAfterDischarge display={display.identity} />
      {read.value !== null && <NotAllHere of="patients" heldFrom={heldFrom} offline={offline} />}
      <DataTable
        caption={t.title}
        columns={columns}
        answer={{ ...answer, value: answer.value === null ? null : list }}
        rowKey={keyOf}
        rowName={({ patient }) =>
          identityOf(patient, display.identity, boardTexts(edition).card).called
        }
        pageSize={50}
        view="virtual-ward.view"
        failed={t.failed}
        empty={
          whose === 'mine'
            ? { title: t.noneMine, text: t.noneMineText }
            : { title: t.none, text: t.noneText }
        }
        tools={
          <>
            <NativeSelect
              label={t.show}
              value={whose}
              onChange={({ currentTarget: { value } }) =>
                setWhose(value === 'mine' ? 'mine' : 'all')
              }
              data={[
                { value: 'all', label: t.all },
                { value: 'mine', label: t.mine },
              ]}
            />
            {wards.length > 1 && (
              <NativeSelect
                label={t.ward}
                value={wardId}
                onChange={({ currentTarget: { value } }) => setWardId(value)}
                data={[
                  { value: '', label: t.allWards },
                  ...wards.map(([value, label]) => ({ value, label })),
                ]}
              />
            )}
          </>
        }
      />
    </Page>
  )
}
