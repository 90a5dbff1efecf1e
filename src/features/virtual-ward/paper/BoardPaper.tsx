import { isOverdue } from '../../../domain/virtual-ward/due'
import { hoursOf } from '../../../domain/virtual-ward/options'
import { inWindow } from '../../../domain/virtual-ward/order'
import type { BoardDisplay } from '../../../domain/virtual-ward/preferences'
import { useOffline } from '../../../engine/react'
import { boardTexts } from '../../../texts/board'
import { printTexts } from '../../../texts/print'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { useEdition, useTexts } from '../../../ui/edition'
import { usePaper } from '../../../ui/print'
import { PrintedSheet } from '../../../ui/print/PrintedSheet'
import { readNow } from '../../../ui/time'
import { useWholeBoard, type BoardQuestion } from '../use-board'
import { filterWords, sortWords, type FilterNames } from '../virtual-ward.view'
import { paperRow } from './board-paper.view'
import styles from './BoardPaper.module.css'

const values = ['bp', 'spO2', 'rr', 'pulse', 'temp', 'loc', 'oxygen'] as const

export interface BoardPaperProps {
  readonly question: BoardQuestion
  readonly names: FilterNames | null
  readonly display: BoardDisplay
  /** Patients on all pages; null: not known. */
  readonly total: number | null
  readonly asOf: number | null
}

/**
 * The whole list of the board on paper: a table in the place of cards, without its controls. It is
 * read from this device ahead of printing, since a browser that prints waits for nothing.
 */
export function BoardPaper({ question, names, display, total, asOf }: BoardPaperProps) {
  const edition = useEdition()
  const { doors, ui } = useTexts()
  const t = printTexts(edition).board
  const board = virtualWardTexts(edition)
  const { search, filter, sort } = question
  const { rows } = useWholeBoard(question)
  const offline = useOffline()
  const said = filterWords(search, filter, names, board, boardTexts(edition))
  usePaper(`${doors.virtualWard}. ${said}`, asOf, { landscape: true })
  return (
    <PrintedSheet>
      {() => {
        const now = readNow()
        // As on the screen: offline only this clock moves the history window.
        const arranged = offline
          ? rows.map((row) => inWindow(row, hoursOf(filter.history), now))
          : rows
        const shown = filter.onlyOverdue ? arranged.filter((row) => isOverdue(row, now)) : arranged
        const asks = { identity: display.identity, history: filter.history }
        return (
          <>
            <h1>{doors.virtualWard}</h1>
            <p>
              {said} {sortWords(sort, board)}{' '}
              {total !== null && shown.length < total
                ? t.partial(shown.length, total)
                : t.count(shown.length)}
            </p>
            <table className={styles['board']}>
              <thead>
                <tr>
                  <th scope="col">{t.columns.patient}</th>
                  <th scope="col">{t.columns.score}</th>
                  {values.map((key) => (
                    <th key={key} scope="col">
                      {board.card.tiles[key]}
                    </th>
                  ))}
                  <th scope="col">{t.columns.why}</th>
                </tr>
              </thead>
              <tbody>
                {shown.map((patient) => {
                  const row = paperRow(patient, asks, now, edition, ui)
                  return (
                    <tr key={patient.id}>
                      <th scope="row">
                        {row.name}
                        <span>{row.about.join(' · ')}</span>
                      </th>
                      <td className={styles['score']}>
                        <strong>{row.score}</strong>
                        <span>{row.scoreNotes.join(' · ')}</span>
                      </td>
                      {row.noValues !== null ? (
                        <td colSpan={values.length}>{row.noValues}</td>
                      ) : (
                        values.map((key) => (
                          <td key={key} data-grave={row.isGrave(key)}>
                            {row.values.find((one) => one.key === key)?.text ?? t.notMeasured}
                          </td>
                        ))
                      )}
                      <td>
                        <span>{row.why.join(' · ')}</span>
                      </td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </>
        )
      }}
    </PrintedSheet>
  )
}
