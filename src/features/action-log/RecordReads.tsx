import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { recordReads, type RecordRead } from '../../data/record-read'
import { joinPages } from '../../domain/action-log/entry'
import { csvOf } from '../../domain/text/csv'
import { dayOf } from '../../domain/time'
import { useAnswer, useCall } from '../../engine/react'
import { recordReadsTexts } from '../../texts/record-reads'
import { useEdition, useTexts } from '../../ui/edition'
import { showToast } from '../../ui/feedback'
import { Choice } from '../../ui/layout'
import { DataTable } from '../../ui/table'
import { readNow } from '../../ui/time'
import { download } from '../../ui/work'
import { readColumns, readFacts } from './read-columns'
import styles from './ActionLogTab.module.css'

interface Loaded {
  readonly entries: readonly RecordRead[]
  readonly next: string | null
}

/** Days back; '' is all of it. */
const periods = ['7', '30', ''] as const
type Days = (typeof periods)[number]
const dayMs = 86_400_000
/** Looks that one file holds at most: more than a year of a busy ward. */
const mostSaved = 5_000

const fromOf = (days: Days): string | null =>
  days === ''
    ? null
    : new Date(Math.floor(readNow() / 60_000) * 60_000 - Number(days) * dayMs).toISOString()

function Reads({ patientId, days }: { readonly patientId: string; readonly days: Days }) {
  const edition = useEdition()
  const t = recordReadsTexts(edition)
  const { blocked } = useTexts().ui
  const [from] = useState(() => fromOf(days))
  const asked = useMemo(() => ({ patientId, from, to: null, fromReadId: null }), [patientId, from])
  const answer = useAnswer(recordReads, asked)
  const { run, busy } = useCall(recordReads)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const page = answer.value === null ? null : joinPages(answer.value, loaded)
  const older = async (): Promise<void> => {
    if (page?.next == null) return
    const result = await run({ ...asked, fromReadId: page.next })
    if (result.kind === 'refused') showToast('record-reads', t.moreFailed)
    else setLoaded({ entries: [...page.entries, ...result.value.entries], next: result.value.next })
  }
  const save = async (): Promise<void> => {
    const rows: RecordRead[] = []
    let next: string | null = null
    do {
      const result = await run({ ...asked, fromReadId: next })
      if (result.kind === 'refused') {
        showToast('record-reads', t.saveFailed)
        return
      }
      rows.push(...result.value.entries)
      next = result.value.next
    } while (next !== null && rows.length < mostSaved)
    if (next !== null) showToast('record-reads', t.cut(rows.length))
    const facts = readFacts(edition)
    download(
      csvOf([
        facts.map(({ heading }) => heading),
        ...rows.map((row) => facts.map(({ text }) => text(row))),
      ]),
      t.file(dayOf(readNow())),
      'text/csv',
    )
  }
  return (
    <>
      <DataTable
        caption={t.heading}
        columns={readColumns(edition)}
        answer={{ ...answer, value: page === null ? null : page.entries }}
        view="read-log.view"
        rowKey={({ id }) => id}
        rowName={({ user }) => user.name ?? t.stranger}
        pageSize={50}
        tools={
          <Button
            variant="default"
            disabled={answer.offline || (page?.entries.length ?? 0) === 0}
            title={answer.offline ? blocked.offline : undefined}
            loading={busy}
            onClick={() => void save()}
          >
            {t.save}
          </Button>
        }
        empty={t.empty}
        failed={t.failed}
      />
      {page?.next != null && !answer.offline && (
        <Button variant="default" loading={busy} onClick={() => void older()}>
          {t.more}
        </Button>
      )}
    </>
  )
}

/** Who looked at this record: by person, screen and time, for a period, as a file too. */
export function RecordReads({ patientId }: { readonly patientId: string }) {
  const t = recordReadsTexts(useEdition())
  const [days, setDays] = useState<Days>('30')
  return (
    <section className={styles['root']} aria-labelledby="record-reads">
      <h2 id="record-reads">{t.heading}</h2>
      <p>{t.text}</p>
      <Choice
        label={t.period}
        value={days}
        options={periods.map((value) => ({ value, label: t.periods[value] }))}
        onChange={(value) => setDays(periods.find((known) => known === value) ?? '')}
      />
      <Reads key={days} patientId={patientId} days={days} />
    </section>
  )
}
